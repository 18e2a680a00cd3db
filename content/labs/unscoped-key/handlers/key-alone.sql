CREATE TABLE idempotency_key (
  key TEXT NOT NULL PRIMARY KEY,
  answer TEXT NOT NULL
);
