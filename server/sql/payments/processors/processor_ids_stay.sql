-- Refuses to change or delete the id that a processor gave to a payment: later notifications and refunds are matched by
-- it. Trigger of `processor_ids`.
create or replace function processor_ids_stay()
  returns trigger
  language plpgsql
as $$
begin
  raise exception 'an id that a processor gave stays' using errcode = 'check_violation', constraint = 'processor_ids_stay';
end $$;
