-- Which suspension of a merchant is the last one: two may say the same words.
alter table merchants add column suspensions integer not null default 0;
