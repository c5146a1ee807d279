-- Extensions and types that tables of several areas use.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- Test data never meets live data: almost every key of a merchant's table contains the mode.
create type mode as enum ('live', 'test');
