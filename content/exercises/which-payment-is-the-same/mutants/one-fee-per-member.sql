CREATE UNIQUE INDEX one_payment_per_member ON payment (member);
