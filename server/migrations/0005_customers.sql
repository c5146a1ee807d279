-- Customers of a merchant, apart in each mode: whom invoices are made out to.

create table customers (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  name text not null check (name <> ''),
  -- what the name is sorted by
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- lower case, so that no two spellings of one address are two customers
  email text collate "C" not null check (email <> '' and email = lower(email)),
  -- 01XXXXXXXXX
  mobile text collate "C" not null check (mobile <> ''),
  -- 14 digits; empty when not known
  national_id text collate "C" not null default '',
  description text not null default '',
  -- name, e-mail and mobile on lines of their own: what the keyword, e-mail and mobile filters look in
  search_text text collate "C" not null generated always as (search_key(name || E'\n' || email || E'\n' || mobile)) stored,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, created_by) references users,
  constraint customers_email unique (merchant_id, mode, email),
  constraint customers_mobile unique (merchant_id, mode, mobile)
);
-- An empty national id is never a duplicate.
create unique index customers_national_id on customers (merchant_id, mode, national_id) where national_id <> '';

-- One per column the list sorts by; ties break by id. E-mail and mobile are unique: their constraints serve.
create index customers_by_id on customers (merchant_id, mode, id);
create index customers_by_created_at on customers (merchant_id, mode, created_at, id);
create index customers_by_name on customers (merchant_id, mode, name_key, id);
-- search_text like '%' || search_key(typed) || '%', national_id like '%' || typed || '%'
create index customers_search on customers
  using gin (merchant_id, search_text gin_trgm_ops, national_id gin_trgm_ops);
