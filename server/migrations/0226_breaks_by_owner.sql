-- Open breaks are found by who looks after them, and taken from who leaves.
create index concurrently reconciliation_breaks_open_of_owner on reconciliation_breaks (owner, opened_at, id)
  where closed_at is null and owner is not null;
