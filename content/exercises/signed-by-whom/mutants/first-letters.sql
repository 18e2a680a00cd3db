CREATE UNIQUE INDEX one_event_per_id ON webhook_event (id);
