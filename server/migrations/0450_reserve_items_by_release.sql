-- The console lists what is held of all merchants by the day of its release.
create index concurrently reserve_items_by_release on reserve_items (mode, release_on, id);
