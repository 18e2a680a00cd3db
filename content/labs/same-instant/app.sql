CREATE TABLE job (
  hash TEXT NOT NULL,
  order_id TEXT NOT NULL,
  skeins INTEGER NOT NULL
);
