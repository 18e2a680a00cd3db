INSERT INTO queue (name) VALUES ('one-loaf'), ('two-loaves');
INSERT INTO message (id, queue, body) VALUES
  ('p-88', 'one-loaf', '{"member":"Nadia","points":50}'),
  ('p-90', 'two-loaves', '{"member":"Nadia","points":50}'),
  ('p-91', 'two-loaves', '{"member":"Nadia","points":50}');
