INSERT INTO queue (name) VALUES ('letters');
