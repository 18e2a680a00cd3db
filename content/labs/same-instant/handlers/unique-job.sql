CREATE UNIQUE INDEX one_job_per_hash ON job (hash);
