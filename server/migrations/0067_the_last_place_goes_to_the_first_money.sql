-- A place of a link is taken by the first money that comes, also while another payer holds it: that payment may still be
-- declined. If it succeeds, it is the duplicate.

-- A hold may be left of a link whose places are all paid. Checked for what is written from now on; the rows there are
-- follow in the next file, which keeps nobody waiting.
alter table payment_links drop constraint payment_links_places;
alter table payment_links add constraint payment_links_places
  check (paid_count <= max_payment_count and held_count <= max_payment_count) not valid;

create or replace function payable_payment_link_settle(
  p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamptz
) returns boolean
language plpgsql as $$
begin
  if p_paid then
    update payment_links l set
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
    update payment_links l set held_count = l.held_count - 1
      where l.merchant_id = p_merchant_id and l.id = p_id;
  end if;
  return false;
end $$;
