CREATE TABLE idempotency_key (
  key TEXT NOT NULL PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL
);
