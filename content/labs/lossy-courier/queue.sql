INSERT INTO queue (name) VALUES ('payments-in'), ('turnstile');
INSERT INTO message (id, queue, body) VALUES
  ('note-7', 'payments-in', '{"account":"Ines","amount":4500}'),
  ('tick-812', 'turnstile', '{"account":"visitors","amount":1}');
