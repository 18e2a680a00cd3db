CREATE TABLE charge (
  message_id TEXT NOT NULL,
  order_id TEXT NOT NULL,
  cents INTEGER NOT NULL
);
