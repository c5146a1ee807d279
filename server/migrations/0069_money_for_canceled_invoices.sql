-- Nobody owes a canceled invoice any more: money that comes for it is booked and flagged `not-owed`, and pays nothing.
create or replace function payable_invoice_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
declare
  i record;
  s record;
begin
  select x.status, x.due_at into i from invoices x
   where x.merchant_id = p_merchant_id
     and x.id = (select y.invoice_id from invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  select x.status into s from invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when s.status = 'paid' then 'full'
    -- A share taken off its invoice is canceled too.
    when s.status = 'canceled' or i.status = 3 then 'void'
    when i.status = 1 and i.due_at > p_now then 'open'
    else 'closed' end;
end $$;

create or replace function payable_invoice_settle(
  p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamptz
) returns boolean
language plpgsql as $$
declare
  v_invoice_id bigint;
begin
  if p_paid then
    update invoice_shares s set status = 'paid', paid_at = p_now, is_held = s.is_held and not p_held
      from invoices i
      where s.merchant_id = p_merchant_id and s.id = p_id and s.status = 'unpaid'
        and i.merchant_id = s.merchant_id and i.id = s.invoice_id and i.status <> 3
      returning s.invoice_id into v_invoice_id;
    if found then
      update invoices i set
          paid_count = i.paid_count + 1,
          status = case
            when i.paid_count + 1 = i.customers_count then 2
            when i.status = 1 and i.due_at <= p_now then 4
            else i.status end,
          updated_at = p_now
        where i.merchant_id = p_merchant_id and i.id = v_invoice_id;
      return true;
    end if;
  end if;
  if p_held then
    update invoice_shares s set is_held = false where s.merchant_id = p_merchant_id and s.id = p_id;
  end if;
  return false;
end $$;
