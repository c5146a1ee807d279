-- The role as which a session sees the portal; it may change nothing meanwhile. Without a foreign key: a session whose role
-- is deleted keeps looking as one that may do nothing, and never gets its own rights back by surprise.
alter table sessions add column view_role_id bigint;
