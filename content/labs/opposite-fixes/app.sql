CREATE TABLE event (
  id TEXT NOT NULL PRIMARY KEY,
  order_id TEXT NOT NULL,
  shift TEXT NOT NULL,
  done INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE rider (
  name TEXT NOT NULL,
  shift TEXT NOT NULL
);
CREATE TABLE dispatch (
  order_id TEXT NOT NULL,
  rider TEXT NOT NULL
);
INSERT INTO rider VALUES ('Kofi', 'night');
