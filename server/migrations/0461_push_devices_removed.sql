-- Browsers whose device its person removed: one that comes back by itself is not told again, until it is turned on there anew,
-- which gives it another address.
create table push_devices_removed (
  merchant_id bigint not null,
  user_id bigint not null,
  endpoint_hash bytea not null,
  removed_at timestamptz not null,
  primary key (merchant_id, user_id, endpoint_hash),
  foreign key (merchant_id, user_id) references users
);
