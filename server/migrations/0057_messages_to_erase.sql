-- Bodies that are still there, by when they are to go; and those that an earlier version left readable.
create index concurrently messages_to_erase on messages (erase_at) where sealed is not null;
create index concurrently messages_readable on messages (created_at) where body_text <> '';
