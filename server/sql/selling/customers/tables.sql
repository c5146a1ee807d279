create table customers (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  name text not null check (name <> ''),
  -- sort key of the name
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  -- lower case, so that no two spellings of one address are two customers
  email text collate "C" not null check (email <> '' and email = lower(email)),
  -- 01XXXXXXXXX
  mobile text collate "C" not null check (mobile <> ''),
  -- 14 digits; empty when not known
  national_id text collate "C" not null default '',
  description text not null default '',
  -- name, e-mail and mobile on separate lines, searched by the keyword, e-mail and mobile filters
  search_text text collate "C"
    generated always as (search_key(((((name || '
') || email) || '
') || mobile)))
      stored not null,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- 0 in use, 1 archived: not offered any more, 2 merged into another customer (customer_merges)
  state smallint not null default 0,
  -- as the merchant spells them (customer_tags), in order of their keys
  tags text[] not null default '{}',
  -- when their earlier activity was last looked for; null: to be looked for
  linked_at timestamptz,
  merchant_reference text,
  merchant_reference_unique boolean not null default false,
  metadata jsonb not null default '{}',
  primary key (merchant_id, id),
  constraint customers_email unique (merchant_id, mode, email),
  constraint customers_mobile unique (merchant_id, mode, mobile),
  constraint customers_state_known check (state in (0, 1, 2))
);

-- Found by the merchant's own number, and by its own values. Of rows that asked to be alone with their number, each
-- has one: all others differ by their id.
create unique index customers_by_merchant_reference on customers (merchant_id, mode, merchant_reference, ( case when
  merchant_reference_unique then 0::bigint else id end)) where merchant_reference is not null;
create index customers_by_metadata on customers using gin (merchant_id, metadata jsonb_path_ops)
  where metadata <> '{}';
-- An empty national id is never a duplicate.
create unique index customers_national_id on customers (merchant_id, mode, national_id) where national_id <> '';
-- See 0411_customers_of_a_state_by_id.sql.
create index customers_of_state_by_created_at on customers (merchant_id, mode, state, created_at, id);
-- See 0411_customers_of_a_state_by_id.sql.
create index customers_of_state_by_email on customers (merchant_id, mode, state, email);
-- Lists of customers leave out archived and merged ones: the indexes of their orders begin with the state.
create index customers_of_state_by_id on customers (merchant_id, mode, state, id);
-- See 0411_customers_of_a_state_by_id.sql.
create index customers_of_state_by_mobile on customers (merchant_id, mode, state, mobile);
-- See 0411_customers_of_a_state_by_id.sql.
create index customers_of_state_by_name on customers (merchant_id, mode, state, name_key, id);
create index customers_of_state_by_updated_at on customers (merchant_id, mode, state, updated_at, id);
-- search_text like '%' || search_key(typed) || '%', national_id like '%' || typed || '%'
create index customers_search on customers using gin (merchant_id, search_text gin_trgm_ops, national_id
  gin_trgm_ops);
-- Customers with a tag.
create index customers_tags on customers using gin (merchant_id, tags) where tags <> '{}';
-- Customers whose earlier payments and orders are to be looked for.
create index customers_to_link on customers (merchant_id, id) where linked_at is null;

create trigger keep_totals after update of state on customers
  for each row when (old.state <> new.state) execute function keep_customer_totals();
create trigger made_by_user after insert on customers referencing new table as added
  for each statement execute function customers_made_by_users();
create trigger maker_kept before update of merchant_id, created_by on customers
  for each row when (old.merchant_id <> new.merchant_id or old.created_by <> new.created_by) execute function
    ledger_refuse_change('customers_created_by');

-- The tags that a merchant uses, each in one spelling.
create table customer_tags (
  merchant_id bigint not null,
  mode mode not null,
  tag text not null check (tag <> ''),
  tag_key text collate "C" generated always as (search_key(tag)) stored not null,
  primary key (merchant_id, mode, tag_key)
);

alter table customer_tags add constraint customer_tags_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- Notes of the merchant's team about a customer.
create table customer_notes (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  customer_id bigint not null,
  body text not null check (body <> ''),
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (merchant_id, id)
);

alter table customer_notes add constraint customer_notes_merchant_id_created_by_fkey foreign key (merchant_id,
  created_by) references users (merchant_id, id);
alter table customer_notes add constraint customer_notes_merchant_id_customer_id_fkey foreign key (merchant_id,
  customer_id) references customers (merchant_id, id);

-- One row for everything that a customer's page shows in order of time. A row of another table belongs to one
-- customer.
create table customer_events (
  merchant_id bigint not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'order', 'invoice', 'message', 'note')),
  -- transactions.id, refunds.id, chargebacks.id, orders.id, invoice_shares.id, messages.id, customer_notes.id
  row_id bigint not null,
  -- customers.id at that time; unchanged by a later merge (customer_merges)
  customer_id bigint not null,
  -- to the millisecond, as pages are read
  at timestamp(3) with time zone not null,
  primary key (merchant_id, kind, row_id)
);

create index customer_events_of_customer on customer_events (merchant_id, customer_id, kind, at, row_id);

-- Customers who turned out to be another one. Their number leads to that one for good.
create table customer_merges (
  merchant_id bigint not null,
  mode mode not null,
  customer_id bigint not null,
  -- never a merged one itself: who is merged on takes these along
  into_id bigint not null,
  -- contacts given up by the merged customer: a payer with one of them is this customer, unless another customer has
  -- it now
  former_email text collate "C" not null,
  former_mobile text collate "C" not null,
  -- users.id
  merged_by bigint not null,
  merged_at timestamptz not null,
  primary key (merchant_id, customer_id),
  constraint customer_merges_check check (into_id <> customer_id)
);

alter table customer_merges add constraint customer_merges_merchant_id_customer_id_fkey foreign key (merchant_id,
  customer_id) references customers (merchant_id, id);
alter table customer_merges add constraint customer_merges_merchant_id_into_id_fkey foreign key (merchant_id, into_id)
  references customers (merchant_id, id);
alter table customer_merges add constraint customer_merges_merchant_id_merged_by_fkey foreign key (merchant_id,
  merged_by) references users (merchant_id, id);

create index customer_merges_email on customer_merges (merchant_id, mode, former_email);
create index customer_merges_into on customer_merges (merchant_id, into_id);
create index customer_merges_mobile on customer_merges (merchant_id, mode, former_mobile);

-- The sums of a customer's successful payments, in EGP.
create table customer_figures (
  merchant_id bigint not null,
  customer_id bigint not null,
  payments bigint not null,
  paid_piastres bigint not null,
  -- refunds of these payments; never more than was paid
  refunded_piastres bigint not null,
  last_paid_at timestamptz,
  primary key (merchant_id, customer_id),
  constraint customer_figures_check check (
    payments >= 0 and refunded_piastres >= 0 and refunded_piastres <= paid_piastres)
) with (fillfactor = 85);

create table store_customers (
  merchant_id bigint not null,
  mode mode not null,
  email text collate "C" not null,
  primary key (merchant_id, mode, email)
);

alter table store_customers add constraint store_customers_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
