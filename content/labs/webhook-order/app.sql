-- `second` is when the carrier noted the change, in whole seconds since 1970.
CREATE TABLE shipment (
  id TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL,
  version INTEGER NOT NULL,
  second INTEGER NOT NULL
);
INSERT INTO shipment VALUES ('sh-5', 'on the road', 8, 1614261000);
