CREATE TABLE attempt (order_id TEXT NOT NULL);
