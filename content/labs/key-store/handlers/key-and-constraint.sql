CREATE UNIQUE INDEX one_payment_per_invoice ON invoice_payment (tenant, invoice);
