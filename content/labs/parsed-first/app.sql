CREATE TABLE payment (
  event_id TEXT NOT NULL PRIMARY KEY,
  order_id TEXT NOT NULL,
  amount REAL NOT NULL
);
