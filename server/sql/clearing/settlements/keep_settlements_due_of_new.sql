-- Adds a new transaction that is due for settlement to the sum of its day (`settlements_due`). Trigger of
-- `transactions`, after insert.
create or replace function keep_settlements_due_of_new()
  returns trigger
  language plpgsql
as $$
begin
  perform settlements_due_add(new.merchant_id, new.mode, new.expected_settlement_on,
    new.net_piastres - new.pending_out_piastres, 1);
  return null;
end $$;
