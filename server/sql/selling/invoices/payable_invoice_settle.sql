-- Marks the share `p_id` as paid (`p_paid`) and frees its place (`p_held`); the invoice is paid once all its customers
-- have paid. Returns true if the payment counts, also while another payer holds the place; false if the share is paid
-- or canceled. `payable_settle` calls it by name for the kind `invoice`; the caller holds `payable_invoice_lock`.
create or replace function payable_invoice_settle(
  p_merchant_id bigint,
  p_id bigint,
  p_held boolean,
  p_paid boolean,
  p_now timestamptz
)
  returns boolean
  language plpgsql
as $$
declare
  v_invoice_id bigint;
begin
  if p_paid then
    update public.invoice_shares s set status = 'paid', paid_at = p_now, is_held = s.is_held and not p_held
      from public.invoices i
      where s.merchant_id = p_merchant_id and s.id = p_id and s.status = 'unpaid'
        and i.merchant_id = s.merchant_id and i.id = s.invoice_id and i.status <> 3
      returning s.invoice_id into v_invoice_id;
    if found then
      update public.invoices i set
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
    update public.invoice_shares s set is_held = false where s.merchant_id = p_merchant_id and s.id = p_id;
  end if;
  return false;
end $$;
