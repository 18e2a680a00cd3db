-- A delivery that is not acknowledged within a minute is anybody's again.
INSERT INTO queue (name, visibility_ms) VALUES ('reminders', 60000);
INSERT INTO message (id, queue, body) VALUES ('r-30', 'reminders', '{"to":"oskar@example.org","dueAt":90000}');
