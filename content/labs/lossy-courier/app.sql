CREATE TABLE entry (
  note_id TEXT NOT NULL,
  account TEXT NOT NULL,
  amount INTEGER NOT NULL
);
