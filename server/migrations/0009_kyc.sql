-- What merchants tell of themselves to be let into live mode: one row each, first a draft, then what was sent and what
-- came of it. What it was before is in the audit log.
create table kyc_submissions (
  merchant_id bigint primary key references merchants,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'rejected')),
  business_type smallint not null check (business_type in (1, 2)),
  -- where the draft was left
  step smallint not null default 1 check (step between 1 and 3),
  -- by the names of the wire; a draft's as typed
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
  -- of a rejection: sentences by field
  reasons jsonb not null default '{}' check (jsonb_typeof(reasons) = 'object'),
  submitted_at timestamptz,
  decided_at timestamptz,
  updated_at timestamptz not null,
  constraint kyc_submitted check (state = 'draft' or submitted_at is not null)
);
-- The queue, longest waiting first.
create index kyc_submissions_queue on kyc_submissions (submitted_at, merchant_id) where state = 'submitted';
-- Two merchants cannot be verified with the same number or address, whoever sends first.
create unique index kyc_submissions_mobile on kyc_submissions ((fields->>'mobileNumber'))
  where state in ('submitted', 'approved');
create unique index kyc_submissions_email on kyc_submissions ((fields->>'email'))
  where state in ('submitted', 'approved');
