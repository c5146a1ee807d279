-- Moves a customer whose state changes from one total of the list of customers to another (`list_totals`). Trigger of
-- `customers`, after updates of `state`. Whoever inserts customers counts them, because an import adds many in one
-- transaction.
create or replace function keep_customer_totals()
  returns trigger
  language plpgsql
as $$
begin
  perform list_total_add(old.merchant_id, old.mode, 'customers', old.state, -1);
  perform list_total_add(new.merchant_id, new.mode, 'customers', new.state, 1);
  return null;
end $$;
