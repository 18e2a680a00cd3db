CREATE TABLE note (
  owner TEXT NOT NULL,
  text TEXT NOT NULL
);
