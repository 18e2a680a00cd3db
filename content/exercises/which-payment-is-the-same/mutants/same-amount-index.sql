CREATE UNIQUE INDEX one_payment_per_amount ON payment (member, cents);
