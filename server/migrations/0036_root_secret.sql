-- DAFTAR_SECRET can be replaced: what keys are derived from is kept here, sealed under each secret it is opened with. See ADR 48.

create table root_secrets (
  -- names the secret that opens it, and says nothing about it
  opened_by text primary key check (opened_by ~ '^[0-9a-f]{64}$'),
  -- AES-256-GCM
  sealed bytea not null,
  created_at timestamptz not null
);
