CREATE TABLE print_job (
  issue TEXT NOT NULL,
  copies INTEGER NOT NULL
);
