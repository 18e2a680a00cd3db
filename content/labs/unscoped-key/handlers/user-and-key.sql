CREATE TABLE idempotency_key (
  user_id TEXT NOT NULL,
  key TEXT NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
);
