-- Takes the place of an invoice's share for a payer, one at a time. Returns `held`, or why not: `not-found`, `paid`,
-- `inactive` (canceled), `expired` or `busy`. Frees expired holds first. Locks the invoice, then the share.
-- server/src/invoices/store-shares.ts calls it.
create or replace function invoice_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamptz)
  returns text
  language plpgsql
  set enable_seqscan = off
as $$
declare
  i public.invoices%rowtype;
  s public.invoice_shares%rowtype;
begin
  select * into i from public.invoices x
   where x.merchant_id = p_merchant_id and x.mode = p_mode
     and x.id = (select y.invoice_id from public.invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  if not found then
    return 'not-found';
  end if;
  select * into s from public.invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  if s.status = 'paid' then
    return 'paid';
  end if;
  if s.status = 'canceled' or i.status = 3 then
    return 'inactive';
  end if;
  if invoice_status(i.status, i.due_at, p_now) = 4 then
    update public.invoices x set status = 4, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = i.id and x.status = 1;
    return 'expired';
  end if;
  if s.is_held then
    perform release_places('invoice', p_merchant_id, p_id, p_now);
  end if;
  update public.invoice_shares x set is_held = true
    where x.merchant_id = p_merchant_id and x.id = p_id and not x.is_held and x.status = 'unpaid';
  return case when found then 'held' else 'busy' end;
end $$;
