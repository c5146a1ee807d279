-- Few: of most items something was released.
create index concurrently reserve_items_used on reserve_items (mode, release_on, id)
  where left_piastres = 0 and released_at is null;
