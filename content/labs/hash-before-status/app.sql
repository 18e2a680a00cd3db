CREATE TABLE claim (
  key TEXT NOT NULL PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  answer TEXT
);
CREATE TABLE booking (
  key TEXT NOT NULL,
  nights INTEGER NOT NULL
);
