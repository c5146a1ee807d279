-- The version of the API that answers a key: the first for keys that were made before there were versions. The default is
-- the latest, for the keys that the database issues itself; a test compares it with the contract.
alter table api_keys
  add column version text collate "C" not null default '2026-11-22'
    constraint api_keys_version_is_a_day check (version ~ '^\d{4}-\d{2}-\d{2}$');
alter table api_keys alter column version set default '2026-11-26';
