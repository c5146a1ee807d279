-- Most payments are of links: their lock and their places are asked without a function of their own in between.
create or replace function payable_lock(p_kind text, p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
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
    return v_answer;
  end if;
  execute format('select %I($1, $2, $3)', 'payable_' || replace(p_kind, '-', '_') || '_lock')
    into v_answer using p_merchant_id, p_id, p_now;
  return v_answer;
end $$;

create or replace function payable_settle(
  p_kind text, p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamptz
) returns boolean language plpgsql as $$
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
        updated_at = p_now
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
drop function payable_payment_link_lock(bigint, bigint, timestamptz);
drop function payable_payment_link_settle(bigint, bigint, boolean, boolean, timestamptz);
