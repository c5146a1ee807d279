-- Each time a merchant sends its papers they are another version; a decision names the one that was read.
alter table kyc_submissions add column version integer not null default 0;
update kyc_submissions set version = 1 where state <> 'draft';
