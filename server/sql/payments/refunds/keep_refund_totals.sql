-- Counts a new refund for the total of the list of refunds (`list_totals`). Trigger of `refunds`, after insert.
create or replace function keep_refund_totals()
  returns trigger
  language plpgsql
as $$
begin
  perform list_total_add(new.merchant_id, new.mode, 'refunds', 0::smallint, 1);
  return null;
end $$;
