-- What happened is written in the newest version of the API; rows of before, and those that processes of the release before write, are
-- in the one that was the newest until now.
alter table events add column version text collate "C" not null default '2026-11-26';

-- A callback URL has a version too. Null: what it is sent is what it was before there were versions, as whoever set it knows it.
alter table merchant_settings add column callback_version text collate "C";
