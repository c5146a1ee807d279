-- Parcels go forward only; what was delivered or canceled stays so.
create or replace function order_step(fulfilment text) returns integer language sql immutable parallel safe
  return array_position(array['new', 'prepared', 'shipped', 'delivered'], fulfilment);
