-- Raises a restrict violation with the constraint `reconciliation_period_signed`. Triggers call it for a change of a
-- period that two people have signed.
create or replace function reconciliation_refuse_signed()
  returns void
  language plpgsql
as $$
begin
  raise exception 'the period is signed' using errcode = 'restrict_violation', constraint = 'reconciliation_period_signed';
end $$;
