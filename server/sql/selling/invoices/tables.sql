create table invoices (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- INV-…; upper case, compared byte by byte
  reference text collate "C" not null,
  invoice_name text not null,
  -- sort and search key of the name
  invoice_name_key text collate "C" generated always as (search_key(invoice_name)) stored not null,
  description text not null default '',
  notes text not null default '',
  currency char(3) not null check (currency in ('EGP', 'USD')),
  -- in hundredths of `currency`
  amount bigint not null check (amount between 1 and '999999999999'),
  fixed_fees bigint not null default 0 check (fixed_fees >= 0),
  fees_bps int not null default 0 check (fees_bps between 0 and 10000),
  fixed_tax bigint not null default 0 check (fixed_tax >= 0),
  tax_bps int not null default 0 check (tax_bps between 0 and 10000),
  -- sums of these, each rounded once
  fees bigint not null default 0 check (fees >= 0),
  tax bigint not null default 0 check (tax >= 0),
  -- amount owed by each of its customers
  total bigint not null check (total between 1 and '999999999999'),
  -- value in EGP when it was made or last edited, which the payer is charged, and the rate (EGP per unit × 1,000,000)
  value_piastres bigint not null check (value_piastres between 1 and '999999999999999'),
  rate_scaled bigint not null default 1000000 check (rate_scaled > 0),
  -- ids of the contract; never empty: "all" is written out when the invoice is made
  payment_methods smallint[] not null check (cardinality(payment_methods) > 0),
  due_at timestamptz not null,
  -- 1 unpaid, 2 paid, 3 canceled, 4 expired. As last written down: read it through invoice_status().
  status smallint not null default 1 check (status between 1 and 4),
  -- shares that were not edited away
  customers_count int not null check (customers_count between 1 and 1000),
  is_group boolean generated always as ((customers_count > 1)) stored not null,
  -- number of them who have paid
  paid_count int not null default 0,
  -- the first customer as the list shows it
  customer_name text not null,
  customer_email text not null,
  -- the names of all customers as they are searched by, on lines of their own
  customers_key text collate "C" not null,
  -- 1 Arabic, 2 English
  language smallint not null default 1 check (language in (1, 2)),
  notify_by_email boolean not null default false,
  notify_by_sms boolean not null default false,
  require_email boolean not null default false,
  require_name boolean not null default false,
  require_address boolean not null default false,
  require_phone boolean not null default false,
  business_account_id bigint,
  -- grows with each edit
  revision int not null default 1,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  merchant_reference text,
  merchant_reference_unique boolean not null default false,
  metadata jsonb not null default '{}',
  primary key (merchant_id, id),
  constraint invoices_one_kind_of_fees check (fixed_fees = 0 or fees_bps = 0),
  constraint invoices_one_kind_of_tax check (fixed_tax = 0 or tax_bps = 0),
  constraint invoices_paid_of_customers check (paid_count between 0 and customers_count),
  constraint invoices_paid_when_all_have check (status > 2 or (status = 2) = (paid_count = customers_count)),
  constraint invoices_total_adds_up check (total = (amount + fees + tax))
) with (fillfactor = 85);

alter table invoices add constraint invoices_merchant_id_created_by_fkey foreign key (merchant_id, created_by)
  references users (merchant_id, id);
alter table invoices add constraint invoices_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index invoices_by_created_at on invoices (merchant_id, mode, created_at, id);
create index invoices_by_due_at on invoices (merchant_id, mode, due_at, id);
create index invoices_by_id on invoices (merchant_id, mode, id);
-- Found by the merchant's own number, and by its own values. Of rows that asked to be alone with their number, each
-- has one: all others differ by their id.
create unique index invoices_by_merchant_reference on invoices (merchant_id, mode, merchant_reference, ( case when
  merchant_reference_unique then 0::bigint else id end)) where merchant_reference is not null;
create index invoices_by_metadata on invoices using gin (merchant_id, metadata jsonb_path_ops) where metadata <> '{}';
create index invoices_by_name on invoices (merchant_id, mode, invoice_name_key, id);
create index invoices_by_status on invoices (merchant_id, mode, status, id);
create index invoices_by_total on invoices (merchant_id, mode, total, id);
create index invoices_by_updated_at on invoices (merchant_id, mode, updated_at, id);
create index invoices_by_value on invoices (merchant_id, mode, value_piastres, id);
-- Unpaid invoices that may be due: per merchant before a read, over all merchants for the job.
create index invoices_due on invoices (merchant_id, mode, due_at) where status = 1;
create index invoices_due_all on invoices (due_at) where status = 1;
-- invoice_name and customer_name filters: like '%' || search_key(typed) || '%'
create index invoices_name_search on invoices using gin (merchant_id, invoice_name_key gin_trgm_ops, customers_key
  gin_trgm_ops);
create index invoices_of_all_by_reference on invoices (reference);
-- One per column the list sorts by; ties break by id. The reference is unique, so it needs no id.
create unique index invoices_reference on invoices (merchant_id, mode, reference);

create trigger announce_change after update of status on invoices
  for each row when (old.status <> new.status) execute function announce_change('invoices');
create trigger invoices_tell_webhook_changed after update of status on invoices
  for each row when (old.status <> new.status) execute function invoices_tell_webhook();
create trigger invoices_tell_webhook_made after insert on invoices
  for each row execute function invoices_tell_webhook();
-- Unpaid may become paid, canceled or expired; each of these is final.
create trigger invoices_transition before update of status on invoices
  for each row when (old.status <> new.status and old.status <> 1 and not (old.status = 4 and new.status = 2 and
    new.paid_count = new.customers_count)) execute function refuse_transition('invoices_legal_transition');
create trigger keep_statistics after update of status, customers_count on invoices
  for each row when (old.status <> new.status or (old.customers_count > 1) <> (new.customers_count > 1)) execute
    function keep_invoice_statistics();
create trigger keep_statistics_of_new after insert on invoices
  for each row execute function keep_invoice_statistics();

-- The share of one customer in an invoice: its whole total. Payments refer to it by `id`.
create table invoice_shares (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  invoice_id bigint not null,
  customer_id bigint not null,
  -- the same token as in pay_tokens, to build the address without a join
  token text collate "C" not null,
  status text not null default 'unpaid' check (status in ('unpaid', 'paid', 'canceled')),
  -- somebody is paying right now
  is_held boolean not null default false,
  paid_at timestamptz,
  -- the customer as on the day the invoice was made, edited or sent again
  customer_name text not null,
  customer_name_key text collate "C" generated always as (search_key(customer_name)) stored not null,
  customer_email text not null,
  customer_mobile text not null,
  -- when an edit of the invoice removed it; it is neither listed nor counted, and money for it does not pay the
  -- invoice
  removed_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint invoice_shares_paid_at check ((status = 'paid') = (paid_at is not null)),
  constraint invoice_shares_removed_unpaid check (removed_at is null or status = 'canceled')
) with (fillfactor = 85);

alter table invoice_shares add constraint invoice_shares_merchant_id_customer_id_fkey foreign key (merchant_id,
  customer_id) references customers (merchant_id, id);
alter table invoice_shares add constraint invoice_shares_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table invoice_shares add constraint invoice_shares_merchant_id_invoice_id_fkey foreign key (merchant_id,
  invoice_id) references invoices (merchant_id, id);

create unique index invoice_shares_customer on invoice_shares (merchant_id, invoice_id, customer_id)
  where removed_at is null;
-- all shares, including removed ones: who is paying, and which messages were sent
create index invoice_shares_invoice on invoice_shares (merchant_id, invoice_id, id);
-- the invoices of one customer
create index invoice_shares_of_customer on invoice_shares (merchant_id, customer_id, invoice_id) include (status)
  where removed_at is null;
-- Open shares of a customer can be read without the paid ones.
create index invoice_shares_open on invoice_shares (merchant_id, customer_id, invoice_id)
  where status = 'unpaid' and removed_at is null;

create trigger customer_is_billed after insert on invoice_shares referencing new table as added
  for each statement execute function customer_is_billed();
-- Paid is final. A canceled share becomes paid after all if a payment was pending; it never becomes unpaid again.
create trigger invoice_shares_transition before update of status on invoice_shares
  for each row when (old.status <> new.status and (old.status = 'paid' or new.status = 'unpaid')) execute function
    refuse_transition('invoice_shares_legal_transition');

-- Maps messages of the outbox to shares.
create table invoice_messages (
  merchant_id bigint not null,
  -- messages.id
  id bigint not null,
  invoice_id bigint not null,
  share_id bigint not null,
  kind text not null check (kind in ('sent', 'updated', 'reminder-before', 'reminder-after', 'receipt', 'resent')),
  created_at timestamptz not null,
  -- Messages of an invoice stay on record as long as the invoice: when the outbox deletes one after a year, its
  -- channel, masked recipient and state are copied here.
  channel text,
  recipient text,
  state text,
  primary key (merchant_id, id)
);

alter table invoice_messages add constraint invoice_messages_merchant_id_share_id_fkey foreign key (merchant_id,
  share_id) references invoice_shares (merchant_id, id);

create index invoice_messages_by_created_at on invoice_messages (merchant_id, invoice_id, created_at, id);
create index invoice_messages_by_id on invoice_messages (merchant_id, invoice_id, id);
create index invoice_messages_of_share on invoice_messages (merchant_id, share_id, kind, created_at);

-- Reminders that a merchant turned on: days before and after the due date, and the moment up to which each kind has
-- been sent.
create table invoice_reminders (
  merchant_id bigint not null,
  mode mode not null,
  before_days smallint check (before_days between 1 and 60),
  after_days smallint check (after_days between 1 and 60),
  before_until timestamptz not null,
  after_until timestamptz not null,
  primary key (merchant_id, mode)
);

alter table invoice_reminders add constraint invoice_reminders_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index invoice_reminders_on on invoice_reminders (merchant_id, mode)
  where before_days is not null or after_days is not null;
