CREATE TABLE webhook_event (
  id TEXT NOT NULL PRIMARY KEY,
  sent_at INTEGER NOT NULL,
  student TEXT NOT NULL,
  lessons INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE lesson_credit (
  student TEXT NOT NULL,
  lessons INTEGER NOT NULL
);
-- It was accepted three days ago, and its server died before it did the work.
INSERT INTO webhook_event VALUES ('ev-70', 1614006130, 'Ben', 10, 0);
