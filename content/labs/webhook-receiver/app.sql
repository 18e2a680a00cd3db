CREATE TABLE webhook_event (
  id TEXT NOT NULL,
  body TEXT,
  received_at INTEGER,
  done INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE letter (
  event_id TEXT NOT NULL,
  test INTEGER NOT NULL
);
CREATE TABLE test_result (
  test INTEGER NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL,
  result TEXT NOT NULL
);
