CREATE TABLE lease (
  key TEXT NOT NULL PRIMARY KEY,
  answer TEXT,
  expires_at BIGINT NOT NULL
);
