-- The files with which a merchant answers a chargeback, in the order they were given.
create table chargeback_files (
  merchant_id bigint not null,
  chargeback_id bigint not null,
  path text collate "C" not null,
  position smallint not null check (position between 1 and 5),
  primary key (merchant_id, chargeback_id, position),
  unique (merchant_id, path),
  foreign key (merchant_id, chargeback_id) references chargebacks,
  foreign key (merchant_id, path) references files
);
