create or replace function reconciliation_refuse_signed()
  returns void
  language plpgsql
as $$
begin
  raise exception 'the period is signed' using errcode = 'restrict_violation', constraint = 'reconciliation_period_signed';
end $$;
