-- Returns the position of a fulfilment (new, prepared, shipped, delivered) in their order. The condition of the trigger
-- `orders_fulfilment` calls it, so that an order never goes back.
create or replace function order_step(fulfilment text) returns integer language sql immutable parallel safe
  return array_position(array['new', 'prepared', 'shipped', 'delivered'], fulfilment);
