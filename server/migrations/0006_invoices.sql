-- Invoices: made out to one customer or to a group, of whom each owes the whole total and pays at an address of their
-- own (a share). Money columns are integers in hundredths; `_piastres` means EGP, otherwise the row's own currency.
--
-- Lock order, before that of 0003_payments.sql: invoice → its shares → payment_attempts → …

create table invoices (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- INV-…; upper case, compared byte by byte
  reference text collate "C" not null,
  invoice_name text not null,
  -- what the name is sorted and searched by
  invoice_name_key text collate "C" not null generated always as (search_key(invoice_name)) stored,
  description text not null default '',
  notes text not null default '',
  currency char(3) not null check (currency in ('EGP', 'USD')),
  -- in hundredths of `currency`
  amount bigint not null check (amount between 1 and 999999999999),
  fixed_fees bigint not null default 0 check (fixed_fees >= 0),
  fees_bps integer not null default 0 check (fees_bps between 0 and 10000),
  fixed_tax bigint not null default 0 check (fixed_tax >= 0),
  tax_bps integer not null default 0 check (tax_bps between 0 and 10000),
  -- what these come to, each rounded once
  fees bigint not null default 0 check (fees >= 0),
  tax bigint not null default 0 check (tax >= 0),
  -- what each of its customers owes
  total bigint not null check (total between 1 and 999999999999),
  -- its worth in EGP when it was made or last edited, which is what a payer is charged, and the rate (EGP per unit ×
  -- 1,000,000)
  value_piastres bigint not null check (value_piastres between 1 and 999999999999999),
  rate_scaled bigint not null default 1000000 check (rate_scaled > 0),
  -- ids of the contract; never empty: "all" is written out when the invoice is made
  payment_methods smallint[] not null check (cardinality(payment_methods) > 0),
  due_at timestamptz not null,
  -- 1 unpaid, 2 paid, 3 canceled, 4 expired. As last written down: read it through invoice_status().
  status smallint not null default 1 check (status between 1 and 4),
  -- shares that were not edited away
  customers_count integer not null check (customers_count between 1 and 1000),
  is_group boolean not null generated always as (customers_count > 1) stored,
  -- how many of them have paid
  paid_count integer not null default 0,
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
  revision integer not null default 1,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, created_by) references users,
  constraint invoices_total_adds_up check (total = amount + fees + tax),
  constraint invoices_one_kind_of_fees check (fixed_fees = 0 or fees_bps = 0),
  constraint invoices_one_kind_of_tax check (fixed_tax = 0 or tax_bps = 0),
  constraint invoices_paid_of_customers check (paid_count between 0 and customers_count),
  constraint invoices_paid_when_all_have check (status > 2 or (status = 2) = (paid_count = customers_count))
) with (fillfactor = 85);

-- One per column the list sorts by; ties break by id. The reference is unique, so it needs no id.
create unique index invoices_reference on invoices (merchant_id, mode, reference);
create index invoices_by_id on invoices (merchant_id, mode, id);
create index invoices_by_created_at on invoices (merchant_id, mode, created_at, id);
create index invoices_by_name on invoices (merchant_id, mode, invoice_name_key, id);
create index invoices_by_total on invoices (merchant_id, mode, total, id);
create index invoices_by_value on invoices (merchant_id, mode, value_piastres, id);
create index invoices_by_due_at on invoices (merchant_id, mode, due_at, id);
create index invoices_by_status on invoices (merchant_id, mode, status, id);
-- invoice_name and customer_name filters: like '%' || search_key(typed) || '%'
create index invoices_name_search on invoices
  using gin (merchant_id, invoice_name_key gin_trgm_ops, customers_key gin_trgm_ops);
-- Unpaid invoices whose day may have come: per merchant before a read, over all merchants for the job.
create index invoices_due on invoices (merchant_id, mode, due_at) where status = 1;
create index invoices_due_all on invoices (due_at) where status = 1;

-- The status a reader sees: an unpaid invoice past its due moment is expired, whether or not that was written down yet.
create function invoice_status(status smallint, due_at timestamptz, now timestamptz) returns smallint
  language sql immutable parallel safe
  return case when status = 1 and due_at <= now then 4::smallint else status end;

-- Unpaid may become paid, canceled or expired; each of them is the end.
create trigger invoices_transition before update of status on invoices
  for each row when (old.status <> new.status and old.status <> 1)
  execute function refuse_transition('invoices_legal_transition');

-- Shares ------------------------------------------------------------------------------------------------------------

-- What one customer owes of an invoice: its whole total. This is what is paid, under `id`.
create table invoice_shares (
  merchant_id bigint not null references merchants,
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
  customer_name_key text collate "C" not null generated always as (search_key(customer_name)) stored,
  customer_email text not null,
  customer_mobile text not null,
  -- when an edit of the invoice did away with it; it is neither listed nor counted, and money for it is a stranger's
  removed_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, invoice_id) references invoices,
  foreign key (merchant_id, customer_id) references customers,
  constraint invoice_shares_paid_at check ((status = 'paid') = (paid_at is not null)),
  constraint invoice_shares_removed_unpaid check (removed_at is null or status = 'canceled')
) with (fillfactor = 85);
create unique index invoice_shares_customer on invoice_shares (merchant_id, invoice_id, customer_id)
  where removed_at is null;
-- all of them, those edited away too: who is paying, and what messages were sent
create index invoice_shares_invoice on invoice_shares (merchant_id, invoice_id, id);
-- the invoices of one customer
create index invoice_shares_of_customer on invoice_shares (merchant_id, customer_id, invoice_id) include (status)
  where removed_at is null;

-- Paid is the end. What was canceled is paid after all when a payment was under way; it is never unpaid again.
create trigger invoice_shares_transition before update of status on invoice_shares
  for each row when (old.status <> new.status and (old.status = 'paid' or new.status = 'unpaid'))
  execute function refuse_transition('invoice_shares_legal_transition');

-- Who has tried to pay an invoice, and who is paying it: kiosk codes outlive the hold of their place.
create index payment_attempts_of_invoices on payment_attempts (merchant_id, payable_id, expires_at)
  where payable_kind = 'invoice';

-- Messages and reminders --------------------------------------------------------------------------------------------

-- Which message of the outbox is of which share.
create table invoice_messages (
  merchant_id bigint not null,
  -- messages.id
  id bigint not null,
  invoice_id bigint not null,
  share_id bigint not null,
  kind text not null check (kind in ('sent', 'updated', 'reminder-before', 'reminder-after', 'receipt', 'resent')),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, id) references messages on delete cascade,
  foreign key (merchant_id, share_id) references invoice_shares
);
create index invoice_messages_by_id on invoice_messages (merchant_id, invoice_id, id);
create index invoice_messages_by_created_at on invoice_messages (merchant_id, invoice_id, created_at, id);
create index invoice_messages_of_share on invoice_messages (merchant_id, share_id, kind, created_at);

-- Reminders that a merchant turned on: days before and after the due date, and the moment up to which each kind has
-- been sent.
create table invoice_reminders (
  merchant_id bigint not null references merchants,
  mode mode not null,
  before_days smallint check (before_days between 1 and 60),
  after_days smallint check (after_days between 1 and 60),
  before_until timestamptz not null,
  after_until timestamptz not null,
  primary key (merchant_id, mode)
);
create index invoice_reminders_on on invoice_reminders (merchant_id, mode)
  where before_days is not null or after_days is not null;

-- Figures kept as they change ---------------------------------------------------------------------------------------

alter table merchant_statistics
  add column single_invoices bigint not null default 0,
  add column group_invoices bigint not null default 0;

create function keep_invoice_statistics() returns trigger language plpgsql as $$
declare
  v_update boolean := tg_op = 'UPDATE';
begin
  insert into merchant_statistics as s
    (merchant_id, mode, total_invoices, paid_invoices, unpaid_invoices, single_invoices, group_invoices)
  values (
    new.merchant_id, new.mode,
    case when v_update then 0 else 1 end,
    (new.status = 2)::int - case when v_update then (old.status = 2)::int else 0 end,
    (new.status = 1)::int - case when v_update then (old.status = 1)::int else 0 end,
    (new.customers_count = 1)::int - case when v_update then (old.customers_count = 1)::int else 0 end,
    (new.customers_count > 1)::int - case when v_update then (old.customers_count > 1)::int else 0 end)
  on conflict (merchant_id, mode) do update set
    total_invoices = s.total_invoices + excluded.total_invoices,
    paid_invoices = s.paid_invoices + excluded.paid_invoices,
    unpaid_invoices = s.unpaid_invoices + excluded.unpaid_invoices,
    single_invoices = s.single_invoices + excluded.single_invoices,
    group_invoices = s.group_invoices + excluded.group_invoices;
  return null;
end $$;
create trigger keep_statistics_of_new after insert on invoices
  for each row execute function keep_invoice_statistics();
create trigger keep_statistics after update of status, customers_count on invoices
  for each row when (old.status <> new.status or (old.customers_count > 1) <> (new.customers_count > 1))
  execute function keep_invoice_statistics();

-- Writes down the expiry of invoices whose due moment has passed, oldest first, and returns how many. For one merchant
-- and mode, or over all (null) for the job. One that somebody is changing right now is left for the next round.
create function expire_invoices(p_now timestamptz, p_merchant_id bigint default null, p_mode mode default null,
                                p_limit integer default 500) returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  if p_merchant_id is null then
    with due as (
      select merchant_id, id from invoices
       where status = 1 and due_at <= p_now order by due_at limit p_limit for no key update skip locked
    )
    update invoices i set status = 4, updated_at = p_now
      from due where i.merchant_id = due.merchant_id and i.id = due.id;
  else
    with due as (
      select merchant_id, id from invoices
       where merchant_id = p_merchant_id and mode = p_mode and status = 1 and due_at <= p_now
       order by due_at limit p_limit for no key update skip locked
    )
    update invoices i set status = 4, updated_at = p_now
      from due where i.merchant_id = due.merchant_id and i.id = due.id;
  end if;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- The share as a payable --------------------------------------------------------------------------------------------

create function payable_invoice_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
declare
  i record;
  s record;
begin
  select x.status, x.due_at into i from invoices x
   where x.merchant_id = p_merchant_id
     and x.id = (select y.invoice_id from invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  select x.status, x.removed_at into s from invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when s.status = 'paid' then 'full'
    when s.status = 'unpaid' and i.status = 1 and i.due_at > p_now then 'open'
    else 'closed' end;
end $$;

-- The first money for a share pays it, also while somebody else holds its place, and also when it was canceled in the
-- meantime: what arrived counts for what was owed. The invoice is paid when all its customers have; past its due
-- moment it is expired, whoever writes that down first.
create function payable_invoice_settle(p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean,
                                       p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_invoice_id bigint;
begin
  if p_paid then
    update invoice_shares s set status = 'paid', paid_at = p_now, is_held = s.is_held and not p_held
      where s.merchant_id = p_merchant_id and s.id = p_id and s.status <> 'paid' and s.removed_at is null
      returning s.invoice_id into v_invoice_id;
    if found then
      update invoices i set
          paid_count = i.paid_count + 1,
          status = case
            when i.status <> 1 then i.status
            when i.due_at <= p_now then 4
            when i.paid_count + 1 = i.customers_count then 2
            else 1 end,
          updated_at = p_now
        where i.merchant_id = p_merchant_id and i.id = v_invoice_id;
      return true;
    end if;
  end if;
  if p_held then
    update invoice_shares s set is_held = false where s.merchant_id = p_merchant_id and s.id = p_id;
  end if;
  return false;
end $$;

-- Takes the place of a share for somebody who starts to pay; one payer at a time. The place of a try whose time is up
-- is given back first. Returns 'held', or why not: 'not-found', 'paid', 'inactive' (canceled), 'expired', 'busy'.
create function invoice_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamptz) returns text
language plpgsql
set enable_seqscan = off
as $$
declare
  i invoices%rowtype;
  s invoice_shares%rowtype;
  v_attempt bigint;
begin
  select * into i from invoices x
   where x.merchant_id = p_merchant_id and x.mode = p_mode
     and x.id = (select y.invoice_id from invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  if not found then
    return 'not-found';
  end if;
  select * into s from invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  if s.status = 'paid' then
    return 'paid';
  end if;
  if s.status = 'canceled' or i.status = 3 then
    return 'inactive';
  end if;
  if invoice_status(i.status, i.due_at, p_now) = 4 then
    update invoices x set status = 4, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = i.id and x.status = 1;
    return 'expired';
  end if;
  if s.is_held then
    for v_attempt in
      select x.id from payment_attempts x
       where x.merchant_id = p_merchant_id and x.payable_kind = 'invoice' and x.payable_id = p_id
         and x.holds_place and x.hold_expires_at <= p_now order by x.id
    loop
      perform attempt_outcome(p_merchant_id, v_attempt, 'expired', p_now);
    end loop;
  end if;
  update invoice_shares x set is_held = true
    where x.merchant_id = p_merchant_id and x.id = p_id and not x.is_held and x.status = 'unpaid';
  return case when found then 'held' else 'busy' end;
end $$;
