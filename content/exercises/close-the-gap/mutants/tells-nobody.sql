CREATE UNIQUE INDEX one_charge_per_order ON charge (order_id);
