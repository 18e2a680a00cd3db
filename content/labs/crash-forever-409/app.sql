CREATE TABLE claim (
  key TEXT NOT NULL PRIMARY KEY,
  answer TEXT
);
CREATE TABLE shipment (
  key TEXT NOT NULL,
  crates INTEGER NOT NULL
);
