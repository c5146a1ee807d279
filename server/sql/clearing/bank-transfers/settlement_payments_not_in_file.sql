-- Refuses to mark a settlement as paid by hand while a file of bank transfers contains it, because it could be paid
-- twice. Trigger of `settlement_payments`, before insert. server/src/settlements/pay.ts maps the refusal.
create or replace function settlement_payments_not_in_file()
  returns trigger
  language plpgsql
as $$
begin
  if exists (select from public.bank_transfers t
              where t.merchant_id = new.merchant_id and t.settlement_id = new.settlement_id
                and t.state in ('listed', 'sent')) then
    raise exception 'the settlement is in a file of transfers'
      using errcode = 'restrict_violation', constraint = 'settlement_payments_not_in_file';
  end if;
  return new;
end $$;
