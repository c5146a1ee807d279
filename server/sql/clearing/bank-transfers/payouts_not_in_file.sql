-- A payout is handed over or returned by hand only while it is in no file that is on its way.
create or replace function payouts_not_in_file()
  returns trigger
  language plpgsql
as $$
begin
  if exists (select from public.bank_transfers t
              where t.merchant_id = new.merchant_id and t.payout_id = new.id and t.state in ('listed', 'sent')) then
    raise exception 'the payout is in a file of transfers'
      using errcode = 'restrict_violation', constraint = 'payouts_not_in_file';
  end if;
  return new;
end $$;
