CREATE UNIQUE INDEX one_payment_per_label ON payment (label);
