create table payment_links (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- LNK-…; upper case, compared byte by byte
  reference text collate "C" not null,
  -- the same token as in pay_tokens, to build the address without a join
  token text collate "C" not null,
  invoice_name text not null,
  -- sort and search key of the name
  invoice_name_key text collate "C" generated always as (search_key(invoice_name)) stored not null,
  description text not null default '',
  notes text not null default '',
  currency char(3) not null,
  -- in hundredths of `currency`
  amount bigint not null,
  fixed_fees bigint not null default 0,
  fees_bps int not null default 0,
  fixed_tax bigint not null default 0,
  tax_bps int not null default 0,
  -- sums of these, each rounded once
  fees bigint not null default 0,
  tax bigint not null default 0,
  total bigint not null,
  -- value in EGP when it was made, which the payer is charged, and the rate (EGP per unit × 1,000,000)
  value_piastres bigint not null,
  rate_scaled bigint not null default 1000000,
  -- ids of the contract; never empty: "all" is written out when the link is made
  payment_methods smallint[] not null,
  due_at timestamptz not null,
  -- 1 inactive, 2 active, 3 expired. As last written down: read it through link_status().
  status smallint not null default 2,
  max_payment_count int not null default 1,
  -- payments that took one of the places
  paid_count int not null default 0,
  -- places held for payers who are paying right now
  held_count int not null default 0,
  -- 1 Arabic, 2 English
  language smallint not null default 1,
  notify_by_email boolean not null default false,
  notify_by_sms boolean not null default false,
  require_email boolean not null default false,
  require_name boolean not null default false,
  require_address boolean not null default false,
  require_phone boolean not null default false,
  business_account_id bigint,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  min_amount bigint,
  max_amount bigint,
  suggested_amounts bigint[] not null default '{}',
  min_quantity int not null default 1,
  max_quantity int not null default 1,
  -- A link that was made at the till; its maker sees it there.
  from_till boolean not null default false,
  -- The merchant's own fields: its reference for each, and further values.
  merchant_reference text,
  merchant_reference_unique boolean not null default false,
  metadata jsonb not null default '{}',
  -- URLs to which the payer is redirected after paying by a link, or not; null: those of the settings.
  success_url text,
  cancel_url text,
  primary key (merchant_id, id)
) with (fillfactor = 85);

alter table payment_links add constraint payment_links_merchant_id_created_by_fkey foreign key (merchant_id,
  created_by) references users (merchant_id, id);
alter table payment_links add constraint payment_links_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index payment_links_by_created_at on payment_links (merchant_id, mode, created_at, id);
create index payment_links_by_due_at on payment_links (merchant_id, mode, due_at, id);
create index payment_links_by_id on payment_links (merchant_id, mode, id);
-- Found by the merchant's own number, and by its own values. Of rows that asked to be alone with their number, each
-- has one: all others differ by their id.
create unique index payment_links_by_merchant_reference on payment_links (merchant_id, mode, merchant_reference, (
  case when merchant_reference_unique then 0::bigint else id end)) where merchant_reference is not null;
create index payment_links_by_metadata on payment_links using gin (merchant_id, metadata jsonb_path_ops)
  where metadata <> '{}';
create index payment_links_by_name on payment_links (merchant_id, mode, invoice_name_key, id);
create index payment_links_by_status on payment_links (merchant_id, mode, status, id);
create index payment_links_by_total on payment_links (merchant_id, mode, total, id);
create index payment_links_by_updated_at on payment_links (merchant_id, mode, updated_at, id);
create index payment_links_by_value on payment_links (merchant_id, mode, value_piastres, id);
-- Active links that may be due: per merchant before a read, over all merchants for the job.
create index payment_links_due on payment_links (merchant_id, mode, due_at) where status = 2;
create index payment_links_due_all on payment_links (due_at) where status = 2;
-- invoice_name filter: invoice_name_key like '%' || search_key(typed) || '%'
create index payment_links_name_search on payment_links using gin (merchant_id, invoice_name_key gin_trgm_ops);
create index payment_links_of_all_by_reference on payment_links (reference);
-- The till lists the newest links of the person who stands at it.
create index payment_links_of_the_till on payment_links (merchant_id, mode, created_by, created_at, id)
  where from_till;
-- One per column the list sorts by; ties break by id. The reference is unique, so it needs no id.
create unique index payment_links_reference on payment_links (merchant_id, mode, reference);

create trigger figures_hold after insert or update of status, max_payment_count, paid_count, held_count on
  payment_links for each row execute function payment_links_count();
alter table payment_links enable always trigger figures_hold;
create trigger payment_links_follow after update of status on payment_links
  for each row execute function payment_links_follow();
create trigger payment_links_follow_new after insert on payment_links
  for each row execute function payment_links_follow();
create trigger payment_links_terms after insert or update of mode, currency, amount, fixed_fees, fees_bps, fixed_tax,
  tax_bps, fees, tax, total, value_piastres, rate_scaled, payment_methods, max_payment_count, language, min_amount,
  max_amount, suggested_amounts, min_quantity, max_quantity, success_url, cancel_url on payment_links for each row
  execute function payment_links_terms();
alter table payment_links enable always trigger payment_links_terms;

-- The one small table that leads from a public address (/pay/{token}) to a merchant and a payable.
create table pay_tokens (
  token text collate "C" not null,
  merchant_id bigint not null,
  mode mode not null,
  -- 'payment-link', 'invoice' (one customer's share), 'order'
  kind text not null,
  payable_id bigint not null,
  primary key (token)
);

alter table pay_tokens add constraint pay_tokens_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index pay_tokens_payable on pay_tokens (merchant_id, kind, payable_id);
