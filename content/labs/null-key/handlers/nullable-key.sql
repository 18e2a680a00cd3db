CREATE UNIQUE INDEX one_gift_per_key ON gift (key);
