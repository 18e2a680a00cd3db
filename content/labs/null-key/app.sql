CREATE TABLE gift (
  key TEXT,
  donor TEXT NOT NULL,
  cents INTEGER NOT NULL
);
