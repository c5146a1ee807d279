-- Orders that were canceled before their money came, and that earlier releases made Paid by it: they are no sales. What came
-- is not owed, and is to be given back. Nobody's server is told of it as news.
do $$
begin
  if not exists (select from orders where status = 2 and fulfilment = 'canceled' and not paid_in_cash) then
    return;
  end if;
  alter table orders disable trigger orders_transition;
  alter table orders disable trigger orders_tell_webhook_changed;
  with unsold as (
    update orders set status = 1, paid_at = null, stock = 'released', reserved_until = null, updated_at = now()
     where status = 2 and fulfilment = 'canceled' and not paid_in_cash
    returning merchant_id, id),
  uncounted as (
    update payment_attempts a set counted = false, updated_at = now() from unsold o
     where a.merchant_id = o.merchant_id and a.payable_kind = 'order' and a.payable_id = o.id and a.counted
    returning a.merchant_id, a.transaction_id)
  update transactions t set flags = array_remove(t.flags, 'late') || array['late', 'not-owed'], updated_at = now()
    from uncounted a
   where t.merchant_id = a.merchant_id and t.id = a.transaction_id;
  alter table orders enable trigger orders_transition;
  alter table orders enable trigger orders_tell_webhook_changed;
end $$;
