CREATE TABLE subscriber (
  email TEXT NOT NULL PRIMARY KEY,
  bread TEXT NOT NULL
);
