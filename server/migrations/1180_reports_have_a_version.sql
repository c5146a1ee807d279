-- An owner approves an outside address for what a report contains. The version counts the changes of that.
alter table reports add column version integer not null default 1;
