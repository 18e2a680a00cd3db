CREATE TABLE claim (
  key TEXT NOT NULL PRIMARY KEY,
  owners INTEGER NOT NULL DEFAULT 1,
  claimed_at INTEGER NOT NULL,
  lease_until INTEGER,
  charge TEXT
);
