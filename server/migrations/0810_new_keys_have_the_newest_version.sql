-- Keys that the database issues by itself, with the merchant or at going live, have the version of those that people make.
alter table api_keys alter column version set default '2026-11-27';
