-- What a merchant's own software knows these by: its number for each, and further values of its own.
alter table payment_links add column merchant_reference text,
  add column merchant_reference_unique boolean not null default false,
  add column metadata jsonb not null default '{}';
alter table invoices add column merchant_reference text,
  add column merchant_reference_unique boolean not null default false,
  add column metadata jsonb not null default '{}';
alter table customers add column merchant_reference text,
  add column merchant_reference_unique boolean not null default false,
  add column metadata jsonb not null default '{}';
alter table orders add column merchant_reference text,
  add column merchant_reference_unique boolean not null default false,
  add column metadata jsonb not null default '{}';
alter table refunds add column merchant_reference text,
  add column merchant_reference_unique boolean not null default false,
  add column metadata jsonb not null default '{}';
-- A refund that waits for approval keeps what it will be known by.
alter table approvals add column merchant_reference text,
  add column merchant_reference_unique boolean not null default false,
  add column metadata jsonb not null default '{}';
