-- The bell is read newest first by the time it shows: processes tell news side by side, and not in the order of their ids.
drop index notifications_newest;
create index notifications_newest on notifications (merchant_id, mode, created_at desc, id desc);
