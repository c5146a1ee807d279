-- Kiosk codes and InstaPay addresses that we ended ourselves may have been paid until seven days after their time, as the
-- server asks about them today: those that 0042 did not ask about are asked about now. What was asked about since is left alone.
update payment_attempts a set next_ask_at = now()
  from transactions t
 where t.mode in ('live', 'test') and t.created_at > now() - interval '9 days' and t.status in (2, 4, 5)
   and not t.is_payout and a.merchant_id = t.merchant_id and a.transaction_id = t.id
   and a.payment_method in (4, 5) and a.expires_at > now() - interval '7 days'
   and a.next_ask_at is null and a.asks = 0
   and (a.state in ('expired', 'canceled')
        or (a.state = 'failed' and a.failure_reason in ('processing_error', 'wrong_code')));

-- Customers whose money came after their invoice was canceled, and whom earlier releases counted as paid: nobody owed it. It is
-- to be given back, and nobody's server is told of it as news. When an invoice was canceled stands in the log.
do $$
begin
  if not exists (select from invoices where status = 3 and paid_count > 0) then
    return;
  end if;
  alter table invoice_shares disable trigger invoice_shares_transition;
  with canceled as (
    select i.merchant_id, i.id, (
             select min(l.at) from audit_log l
              where l.merchant_id = i.merchant_id and l.action = 'invoice.deactivate'
                and l.subject = 'invoice:' || i.id) as at
      from invoices i where i.status = 3 and i.paid_count > 0),
  unpaid as (
    update invoice_shares s set status = 'canceled', paid_at = null
      from canceled c, payment_attempts a, transactions t
     where s.merchant_id = c.merchant_id and s.invoice_id = c.id and s.status = 'paid' and s.paid_at >= c.at
       and a.merchant_id = s.merchant_id and a.payable_kind = 'invoice' and a.payable_id = s.id and a.counted
       and t.merchant_id = a.merchant_id and t.id = a.transaction_id and 'late' = any (t.flags)
    returning s.merchant_id, s.id, s.invoice_id),
  lowered as (
    update invoices i set paid_count = i.paid_count - u.n, updated_at = now()
      from (select merchant_id, invoice_id, count(*) as n from unpaid group by 1, 2) u
     where i.merchant_id = u.merchant_id and i.id = u.invoice_id),
  uncounted as (
    update payment_attempts a set counted = false, updated_at = now() from unpaid u
     where a.merchant_id = u.merchant_id and a.payable_kind = 'invoice' and a.payable_id = u.id and a.counted
    returning a.merchant_id, a.transaction_id)
  update transactions t set flags = array_remove(t.flags, 'late') || array['late', 'not-owed'], updated_at = now()
    from uncounted a
   where t.merchant_id = a.merchant_id and t.id = a.transaction_id;
  alter table invoice_shares enable trigger invoice_shares_transition;
end $$;
