-- Refuses paid and held places outside 0 to the maximum, an unknown status, or an active link without a place left,
-- naming the rule as a check constraint would. Trigger of `payment_links`, after insert and changes of these columns
-- (decision 116); `enable always`, so a restore or copy is checked too.
create or replace function payment_links_count()
  returns trigger
  language plpgsql
as $$
begin
  if least(new.held_count, new.paid_count) < 0 or greatest(new.held_count, new.paid_count) > new.max_payment_count
     or new.status < 1 or new.status > 3 or new.status = 2 and new.paid_count >= new.max_payment_count then
    perform public.refuse_row('payment_links', case
      when new.status = 2 and new.paid_count >= new.max_payment_count then 'payment_links_full_is_not_active'
      when new.held_count < 0 then 'payment_links_held_count_check'
      when new.paid_count < 0 then 'payment_links_paid_count_check'
      when new.paid_count > new.max_payment_count or new.held_count > new.max_payment_count then 'payment_links_places'
      else 'payment_links_status_check' end);
  end if;
  return null;
end $$;
