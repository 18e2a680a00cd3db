-- `as_of`: whole seconds since 1970, as the event says in `created`.
CREATE TABLE subscription (
  id TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL,
  as_of INTEGER NOT NULL
);
INSERT INTO subscription VALUES ('sub-7', 'active', 1626480000);
