INSERT INTO queue (name) VALUES ('purchases');
INSERT INTO message (id, queue, body) VALUES ('p-88', 'purchases', '{"member":"Nadia","points":50}');
