-- Gives a new merchant the store address `store-<id>` unless it has one. Trigger of `merchants`, before insert.
create or replace function give_store_slug()
  returns trigger
  language plpgsql
as $$
begin
  new.store_slug := coalesce(new.store_slug, 'store-' || new.id);
  return new;
end $$;
