CREATE TABLE record (
  key TEXT NOT NULL PRIMARY KEY,
  answer TEXT,
  expires_at BIGINT NOT NULL
);
CREATE TABLE ticket (
  key TEXT NOT NULL,
  seat TEXT NOT NULL
);
