-- Until when what an operator asked for has lapsed: when they were disabled or their way in was renewed, somebody else may have
-- asked by their account.
alter table operators add column requests_lapsed_at timestamptz;

update operators set requests_lapsed_at = greatest(reset_at, disabled_at) where reset_at is not null or disabled_at is not null;
