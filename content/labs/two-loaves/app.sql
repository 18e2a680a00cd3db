CREATE TABLE account (
  member TEXT NOT NULL PRIMARY KEY,
  points INTEGER NOT NULL
);
INSERT INTO account (member, points) VALUES ('Nadia', 120), ('Omar', 30);
CREATE TABLE seen (
  message_id TEXT NOT NULL PRIMARY KEY
);
