CREATE TABLE build (
  push TEXT NOT NULL
);
