-- Locks a payable (link, share of an invoice, order) until the end of the transaction and returns whether it takes
-- money: `open`, `full`, `closed` (too late) or `void` (no longer owed). It is the first lock of every payment. Links
-- are handled here, other kinds by `payable_<kind>_lock`. `attempt_outcome` and `attempt_release` call it. A missing
-- link is `closed`.
create or replace function payable_lock(p_kind text, p_merchant_id bigint, p_id bigint, p_now timestamptz)
  returns text
  language plpgsql
as $$
declare
  v_answer text;
begin
  if p_kind = 'payment-link' then
    select case
        when l.paid_count >= l.max_payment_count then 'full'
        when l.status = 2 and l.due_at > p_now then 'open'
        else 'closed' end
      into v_answer
      from public.payment_links l where l.merchant_id = p_merchant_id and l.id = p_id for no key update;
    return coalesce(v_answer, 'closed');
  end if;
  execute format('select %I($1, $2, $3)', 'payable_' || replace(p_kind, '-', '_') || '_lock')
    into v_answer using p_merchant_id, p_id, p_now;
  return v_answer;
end $$;
