CREATE UNIQUE INDEX one_entry_per_note ON entry (note_id);
