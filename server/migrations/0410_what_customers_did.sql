-- A customer is a relationship: what they paid, ordered and were sent is found by the customer, newest first (ADR 90).

alter table customers
  -- 0 in use, 1 archived: not offered any more, 2 merged into another customer (customer_merges)
  add column state smallint not null default 0 constraint customers_state_known check (state in (0, 1, 2)),
  -- as the merchant spells them (customer_tags), in order of their keys
  add column tags text[] not null default '{}',
  -- when what they did before was last looked for; null: to be looked for
  add column linked_at timestamptz;

-- One row for everything that a customer's page shows in order of time. A row of another table belongs to one customer.
create table customer_events (
  merchant_id bigint not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'order', 'invoice', 'message', 'note')),
  -- transactions.id, refunds.id, chargebacks.id, orders.id, invoice_shares.id, messages.id, customer_notes.id
  row_id bigint not null,
  -- customers.id, as it was then: what is merged later stays here (customer_merges)
  customer_id bigint not null,
  -- to the millisecond, as pages are read
  at timestamptz(3) not null,
  primary key (merchant_id, kind, row_id)
);
create index customer_events_of_customer on customer_events (merchant_id, customer_id, kind, at, row_id);

-- The sums of a customer's successful payments, in EGP.
create table customer_figures (
  merchant_id bigint not null,
  customer_id bigint not null,
  payments bigint not null,
  paid_piastres bigint not null,
  -- of these payments; never more than was paid
  refunded_piastres bigint not null,
  last_paid_at timestamptz,
  primary key (merchant_id, customer_id),
  check (payments >= 0 and refunded_piastres >= 0 and refunded_piastres <= paid_piastres)
) with (fillfactor = 85);

-- Customers who turned out to be another one. Their number leads to that one for good.
create table customer_merges (
  merchant_id bigint not null,
  mode mode not null,
  customer_id bigint not null,
  -- never a merged one itself: who is merged on takes these along
  into_id bigint not null check (into_id <> customer_id),
  -- what the two gave up: whoever pays with it is this customer, unless it is somebody else's now
  former_email text collate "C" not null,
  former_mobile text collate "C" not null,
  -- users.id
  merged_by bigint not null,
  merged_at timestamptz not null,
  primary key (merchant_id, customer_id),
  foreign key (merchant_id, customer_id) references customers,
  foreign key (merchant_id, into_id) references customers,
  foreign key (merchant_id, merged_by) references users
);
create index customer_merges_into on customer_merges (merchant_id, into_id);
create index customer_merges_email on customer_merges (merchant_id, mode, former_email);
create index customer_merges_mobile on customer_merges (merchant_id, mode, former_mobile);

-- What the merchant's team writes down about a customer.
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
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customers,
  foreign key (merchant_id, created_by) references users
);

-- The tags that a merchant uses, each in one spelling.
create table customer_tags (
  merchant_id bigint not null references merchants,
  mode mode not null,
  tag text not null check (tag <> ''),
  tag_key text collate "C" not null generated always as (search_key(tag)) stored,
  primary key (merchant_id, mode, tag_key)
);

-- Who has this e-mail or, failing that, this mobile; of what merged customers gave up, whom they were merged into.
create function customer_by_contact(p_merchant_id bigint, p_mode mode, p_email text, p_mobile text) returns bigint
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
declare
  v_id bigint;
begin
  if p_email <> '' then
    select c.id into v_id from customers c
     where c.merchant_id = p_merchant_id and c.mode = p_mode and c.email = lower(p_email);
  end if;
  if v_id is null and p_mobile <> '' then
    select c.id into v_id from customers c
     where c.merchant_id = p_merchant_id and c.mode = p_mode and c.mobile = p_mobile;
  end if;
  if v_id is null and p_email <> '' then
    select m.into_id into v_id from customer_merges m
     where m.merchant_id = p_merchant_id and m.mode = p_mode and m.former_email = lower(p_email) limit 1;
  end if;
  if v_id is null and p_mobile <> '' then
    select m.into_id into v_id from customer_merges m
     where m.merchant_id = p_merchant_id and m.mode = p_mode and m.former_mobile = p_mobile limit 1;
  end if;
  return v_id;
end $$;

create function customer_count(p_merchant_id bigint, p_customer_id bigint, p_payments int, p_paid bigint, p_refunded bigint,
                               p_paid_at timestamptz) returns void
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
begin
  -- What changes a payment that was counted finds its row; an insert alone would check the change as if it were a sum.
  update customer_figures f set
      payments = f.payments + p_payments,
      paid_piastres = f.paid_piastres + p_paid,
      refunded_piastres = f.refunded_piastres + p_refunded,
      last_paid_at = greatest(f.last_paid_at, p_paid_at)
    where f.merchant_id = p_merchant_id and f.customer_id = p_customer_id;
  if found then
    return;
  end if;
  insert into customer_figures as f (merchant_id, customer_id, payments, paid_piastres, refunded_piastres, last_paid_at)
  values (p_merchant_id, p_customer_id, p_payments, p_paid, p_refunded, p_paid_at)
  on conflict (merchant_id, customer_id) do update set
    payments = f.payments + excluded.payments,
    paid_piastres = f.paid_piastres + excluded.paid_piastres,
    refunded_piastres = f.refunded_piastres + excluded.refunded_piastres,
    last_paid_at = greatest(f.last_paid_at, excluded.last_paid_at);
end $$;

-- Makes a payment a customer's, if it is nobody's. Whoever calls this for one that exists has locked it.
create function customer_take_payment(p_merchant_id bigint, p_customer_id bigint, p_transaction_id bigint) returns boolean
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
declare
  t record;
begin
  select x.created_at, x.paid_at, x.status, x.value_piastres, x.refunded_piastres into t
    from transactions x where x.merchant_id = p_merchant_id and x.id = p_transaction_id;
  insert into customer_events (merchant_id, kind, row_id, customer_id, at)
    values (p_merchant_id, 'payment', p_transaction_id, p_customer_id, t.created_at)
    on conflict do nothing;
  if not found then
    return false;
  end if;
  if t.status in (1, 3) then
    perform customer_count(p_merchant_id, p_customer_id, 1, t.value_piastres,
                           least(t.refunded_piastres, t.value_piastres), coalesce(t.paid_at, t.created_at));
  end if;
  return true;
end $$;

-- An invoice's payment is its customer's; another is whose e-mail or mobile the payer gave.
create function customer_pays() returns trigger
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
declare
  v_customer bigint;
begin
  if new.payable_kind = 'invoice' then
    select s.customer_id into v_customer from invoice_shares s
     where s.merchant_id = new.merchant_id and s.id = new.payable_id;
  elsif new.payable_kind = 'order' then
    select e.customer_id into v_customer from customer_events e
     where e.merchant_id = new.merchant_id and e.kind = 'order' and e.row_id = new.payable_id;
  end if;
  v_customer := coalesce(v_customer,
                         customer_by_contact(new.merchant_id, new.mode, new.payer_email, new.payer_mobile));
  if v_customer is not null then
    perform customer_take_payment(new.merchant_id, v_customer, new.transaction_id);
  end if;
  return null;
end $$;
create trigger customer_pays after insert on payment_attempts
  for each row execute function customer_pays();

-- Fires before those that lock what all payments of a merchant share: triggers of one event run in order of their names.
create function customer_figures_follow() returns trigger
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
declare
  v_customer bigint;
  v_was boolean := old.status in (1, 3);
  v_is boolean := new.status in (1, 3);
begin
  select e.customer_id into v_customer from customer_events e
   where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.id;
  if v_customer is null or not (v_was or v_is) then
    return null;
  end if;
  perform customer_count(new.merchant_id, v_customer, v_is::int - v_was::int,
    case when v_is then new.value_piastres else 0 end - case when v_was then old.value_piastres else 0 end,
    case when v_is then least(new.refunded_piastres, new.value_piastres) else 0 end
      - case when v_was then least(old.refunded_piastres, old.value_piastres) else 0 end,
    case when v_is then coalesce(new.paid_at, new.created_at) end);
  return null;
end $$;
create trigger customer_figures after update of status, refunded_piastres, value_piastres on transactions
  for each row when (not new.is_payout and (old.status <> new.status or old.refunded_piastres <> new.refunded_piastres
                                            or old.value_piastres <> new.value_piastres))
  execute function customer_figures_follow();

-- A refund or chargeback is the customer's whose payment it is about.
create function customer_events_follow_payment() returns trigger
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
begin
  insert into customer_events (merchant_id, kind, row_id, customer_id, at)
  select new.merchant_id, tg_argv[0], new.id, e.customer_id, new.created_at
    from customer_events e
   where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.transaction_id
  on conflict do nothing;
  return null;
end $$;
create trigger customer_is_refunded after insert on refunds
  for each row execute function customer_events_follow_payment('refund');
create trigger customer_disputes after insert on chargebacks
  for each row execute function customer_events_follow_payment('chargeback');

create function customer_orders() returns trigger language plpgsql as $$
declare
  v_customer bigint := customer_by_contact(new.merchant_id, new.mode, new.customer_email, new.customer_mobile);
begin
  if v_customer is not null then
    insert into customer_events (merchant_id, kind, row_id, customer_id, at)
      values (new.merchant_id, 'order', new.id, v_customer, new.created_at)
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger customer_orders after insert on orders for each row execute function customer_orders();

create function customer_is_billed() returns trigger language plpgsql as $$
begin
  insert into customer_events (merchant_id, kind, row_id, customer_id, at)
  select merchant_id, 'invoice', id, customer_id, created_at from added
  on conflict do nothing;
  return null;
end $$;
create trigger customer_is_billed after insert on invoice_shares
  referencing new table as added for each statement execute function customer_is_billed();

-- Old messages are deleted.
create function customer_messages_go() returns trigger
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
begin
  delete from customer_events e using gone g
   where e.merchant_id = g.merchant_id and e.kind = 'message' and e.row_id = g.id;
  return null;
end $$;
create trigger customer_messages_go after delete on messages
  referencing old table as gone for each statement execute function customer_messages_go();
