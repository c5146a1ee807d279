-- The DNS record that proves the domain of company sign-in is looked up again. Once it was gone for some days, company sign-in is
-- suspended: domain_verified_at is null, so that everything that reads the proof refuses, and nobody needs the company's account.
alter table company_sign_ins
  -- since when the record of a proven domain is gone
  add column missing_since timestamptz,
  -- when owners were reminded of it
  add column reminded_at timestamptz,
  -- since when company sign-in is suspended; null when it is not
  add column suspended_at timestamptz,
  -- null: now, if the domain is or was proven
  add column next_check_at timestamptz;
alter table company_sign_ins
  add constraint company_sign_ins_suspended check (suspended_at is null or domain_verified_at is null);
alter table company_sign_ins
  add constraint company_sign_ins_missing check (missing_since is null or domain_verified_at is not null);
alter table company_sign_ins
  add constraint company_sign_ins_reminded check (reminded_at is null or missing_since is not null);
alter table company_sign_ins drop constraint company_sign_ins_required;
alter table company_sign_ins add constraint company_sign_ins_required check (
  required_since is null
    or ((domain_verified_at is not null or suspended_at is not null) and cardinality(break_glass) > 0)
);
