CREATE TABLE label (
  parcel TEXT NOT NULL,
  cents INTEGER NOT NULL
);
CREATE TABLE known_key (
  key TEXT NOT NULL PRIMARY KEY,
  answer TEXT
);
