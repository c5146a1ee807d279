-- A file that its owner removed before the sweep deletes it: no form can refer to it any more.
alter table files add column removed_at timestamptz;
alter table files add constraint files_removed_is_unused check (removed_at is null or attached_at is null);
