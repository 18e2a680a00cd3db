CREATE TABLE charge (
  order_id TEXT NOT NULL,
  cents INTEGER NOT NULL
);
