CREATE TABLE invoice_payment (
  tenant TEXT NOT NULL,
  invoice TEXT NOT NULL,
  cents INTEGER NOT NULL,
  receipt TEXT NOT NULL
);
CREATE TABLE idempotency_key (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER,
  answer TEXT,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, key)
);
