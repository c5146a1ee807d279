-- Every merchant has an address for its store from the first day; before it is live a test store is shown there.
create or replace function give_store_slug()
  returns trigger
  language plpgsql
as $$
begin
  new.store_slug := coalesce(new.store_slug, 'store-' || new.id);
  return new;
end $$;
