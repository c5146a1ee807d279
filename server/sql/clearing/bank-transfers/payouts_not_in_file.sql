-- Refuses to hand over or return a payout by hand while a file of bank transfers contains it, because it could be paid
-- twice. Trigger of `payouts`, before a requested payout changes its state. server/src/payouts/end.ts maps the refusal.
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
