CREATE TABLE payment (
  label TEXT NOT NULL,
  member TEXT NOT NULL,
  cents INTEGER NOT NULL
);
