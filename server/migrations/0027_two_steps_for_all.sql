-- A merchant may ask two-step sign-in of all its people; recovery codes are kept as passwords are.

alter table merchants
  -- since when nobody of theirs signs in by a password alone; null: each person decides
  add column two_step_required_at timestamptz;

-- Whether it was opened by more than a password.
alter table sessions add column two_factors boolean not null default false;

alter table proofs_awaited
  drop constraint proofs_awaited_purpose_check,
  drop constraint proofs_awaited_check1,
  add constraint proofs_awaited_purpose_check
    check (purpose in ('second-step', 'second-step-new', 'passkey-sign-in', 'passkey-new')),
  add constraint proofs_awaited_challenge check ((purpose in ('second-step', 'second-step-new')) = (challenge is null));

-- Of one set of codes; null: made before codes were hashed with one.
alter table recovery_codes add column salt bytea check (length(salt) >= 16);

-- The sandbox's pretended banks take their time as well: until then a refund is asked for and not given.
alter table sandbox_payments add column refunds_held_until timestamptz;
