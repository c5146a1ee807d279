-- Counts a payment of a locked payable (`p_paid`) and frees the place that the attempt held (`p_held`). Returns true if
-- the payment counts, false if no place was left. Links are handled here, other kinds by `payable_<kind>_settle`. The
-- caller holds `payable_lock`. `updated_at` of a link that stays open is kept, so that the update changes no index
-- entry.
create or replace function payable_settle(
  p_kind text,
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
  v_answer boolean;
begin
  if p_kind <> 'payment-link' then
    execute format('select %I($1, $2, $3, $4, $5)', 'payable_' || replace(p_kind, '-', '_') || '_settle')
      into v_answer using p_merchant_id, p_id, p_held, p_paid, p_now;
    return v_answer;
  end if;
  if p_paid then
    update public.payment_links l set
        paid_count = l.paid_count + 1,
        held_count = l.held_count - p_held::int,
        status = case
          when l.status <> 2 or l.paid_count + 1 < l.max_payment_count then l.status
          when l.due_at <= p_now then 3
          else 1 end,
        updated_at = case when l.status <> 2 or l.paid_count + 1 < l.max_payment_count then l.updated_at else p_now end
      where l.merchant_id = p_merchant_id and l.id = p_id and l.paid_count < l.max_payment_count;
    if found then
      return true;
    end if;
  end if;
  if p_held then
    update public.payment_links l set held_count = l.held_count - 1
      where l.merchant_id = p_merchant_id and l.id = p_id;
  end if;
  return false;
end $$;
