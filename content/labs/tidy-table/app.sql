-- `payment` is the provider's name for the charge, once there is one.
CREATE TABLE charge (
  order_id TEXT NOT NULL PRIMARY KEY,
  cents INTEGER NOT NULL,
  payment TEXT
);
