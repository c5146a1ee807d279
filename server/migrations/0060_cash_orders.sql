-- An order on delivery takes stock for nothing but a phone number: the number is confirmed by a code before, unless the
-- store does not want that.

alter table store_options add column confirm_phones boolean not null default true;

alter table orders add column phone_confirmed boolean not null default false;

-- The code that a checkout form was sent; gone with its time.
create table order_codes (
  merchant_id bigint not null references merchants,
  mode mode not null,
  submission_key text collate "C" not null,
  mobile text collate "C" not null,
  -- keyed
  code_hash bytea not null,
  tries smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, mode, submission_key)
);
create index order_codes_expires_at on order_codes (expires_at);
