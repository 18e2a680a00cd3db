CREATE TABLE status_place (status TEXT NOT NULL PRIMARY KEY, place INTEGER NOT NULL);
INSERT INTO status_place VALUES ('booked', 1), ('on the road', 2), ('held at customs', 3), ('delivered', 4);
