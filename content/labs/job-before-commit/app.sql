CREATE TABLE course (
  id TEXT NOT NULL PRIMARY KEY,
  starts TEXT NOT NULL,
  version INTEGER NOT NULL
);
INSERT INTO course (id, starts, version) VALUES ('knots', '18:00', 1);
