create table orders (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- ORD-…
  reference text collate "C" not null,
  -- the same token as in pay_tokens: the address at which its shopper follows and pays it
  token text collate "C" not null,
  -- of the form that placed it: submitted twice, it makes one order
  submission_key text collate "C" not null,
  -- 1 unpaid, 2 paid
  status smallint not null default 1 check (status in (1, 2)),
  fulfilment text not null default 'new',
  -- the merchant's own
  note text not null default '',
  -- now: on our payment page; delivery: in cash, or by the same address when it arrives
  payment text not null check (payment in ('now', 'delivery')),
  -- the merchant was handed cash: no money of ours moved
  paid_in_cash boolean not null default false,
  amount_piastres bigint not null check (amount_piastres between 1 and '999999999999'),
  customer_name text not null check (customer_name <> ''),
  customer_name_key text collate "C" generated always as (search_key(customer_name)) stored not null,
  customer_email text not null check (customer_email <> ''),
  customer_mobile text not null check (customer_mobile <> ''),
  customer_address text not null check (customer_address <> ''),
  -- of the shopper: 1 Arabic, 2 English
  language smallint not null check (language in (1, 2)),
  -- somebody is paying right now
  is_held boolean not null default false,
  -- none: just placed; reserved: until reserved_until; released: given back, reserved again when somebody pays; taken:
  -- removed from stock; short: paid after the stock had been given back and sold
  stock text not null default 'none' check (stock in ('none', 'reserved', 'released', 'taken', 'short')),
  reserved_until timestamptz,
  -- until when it can be paid
  due_at timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  phone_confirmed boolean not null default false,
  merchant_reference text,
  merchant_reference_unique boolean not null default false,
  metadata jsonb not null default '{}',
  primary key (merchant_id, id),
  constraint orders_submission unique (merchant_id, mode, submission_key),
  constraint orders_cash_is_paid check (not paid_in_cash or status = 2),
  constraint orders_fulfilment_check check (fulfilment in ('new', 'prepared', 'shipped', 'delivered', 'canceled')),
  constraint orders_paid_at check ((status = 2) = (paid_at is not null)),
  constraint orders_paid_has_stock check (status = 1 or stock in ('taken', 'short')),
  constraint orders_reserved_until check ((stock = 'reserved') = (reserved_until is not null))
) with (fillfactor = 85);

alter table orders add constraint orders_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index orders_by_amount on orders (merchant_id, mode, amount_piastres, id);
create index orders_by_created_at on orders (merchant_id, mode, created_at, id);
create index orders_by_customer on orders (merchant_id, mode, customer_name_key, id);
create index orders_by_id on orders (merchant_id, mode, id);
-- Found by the merchant's own number, and by its own values. Of rows that asked to be alone with their number, each
-- has one: all others differ by their id.
create unique index orders_by_merchant_reference on orders (merchant_id, mode, merchant_reference, ( case when
  merchant_reference_unique then 0::bigint else id end)) where merchant_reference is not null;
create index orders_by_metadata on orders using gin (merchant_id, metadata jsonb_path_ops) where metadata <> '{}';
create index orders_by_payer on orders using gin (merchant_id, search_key((((customer_name || ' ') || customer_email)
  || ' ') || customer_mobile) gin_trgm_ops);
create index orders_by_status on orders (merchant_id, mode, status, id);
create index orders_by_updated_at on orders (merchant_id, mode, updated_at, id);
create index orders_of_all_by_reference on orders (reference);
-- The stock held by the unpaid orders on delivery of a number, and of a store.
create index orders_open_cash on orders (merchant_id, mode, customer_mobile)
  where payment = 'delivery' and status = 1 and fulfilment <> 'canceled';
create unique index orders_reference on orders (merchant_id, mode, reference);
-- Reservations that may have expired: of one merchant before stock is counted, of all for the job.
create index orders_reserved on orders (merchant_id, mode, reserved_until) where stock = 'reserved';
create index orders_reserved_all on orders (reserved_until) where stock = 'reserved';

create trigger announce_change after update of status, fulfilment on orders
  for each row when (old.status <> new.status or old.fulfilment <> new.fulfilment) execute function
    announce_change('orders');
create trigger customer_orders after insert on orders for each row execute function customer_orders();
create trigger keep_statistics after update of status, fulfilment on orders
  for each row when (old.status <> new.status or old.fulfilment <> new.fulfilment) execute function
    keep_store_statistics();
create trigger keep_statistics_of_new after insert on orders for each row execute function keep_store_statistics();
create trigger orders_canceled_has_no_stock before insert or update of fulfilment, stock on orders
  for each row when (new.fulfilment = 'canceled' and (new.stock in ('reserved', 'taken'))) execute function
    refuse_transition('orders_canceled_has_no_stock');
create trigger orders_fulfilment before update of fulfilment on orders
  for each row when (old.fulfilment <> new.fulfilment and ((old.fulfilment in ('delivered', 'canceled')) or
    new.fulfilment <> 'canceled' and order_step(new.fulfilment) < order_step(old.fulfilment))) execute function
    refuse_transition('orders_legal_fulfilment');
create trigger orders_tell_webhook_changed after update of status, fulfilment on orders
  for each row when (old.status <> new.status or old.fulfilment <> new.fulfilment and new.fulfilment = 'canceled')
    execute function orders_tell_webhook();
create trigger orders_tell_webhook_made after insert on orders for each row execute function orders_tell_webhook();
-- Paid is the end.
create trigger orders_transition before update of status on orders
  for each row when (old.status = 2 and new.status <> 2) execute function
    refuse_transition('orders_legal_transition');

-- The items of an order, with their name and price at that time.
create table order_items (
  merchant_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  product_id bigint not null,
  product_name text not null,
  product_code text not null,
  -- of the picture shown at that time
  image_address text,
  quantity int not null check (quantity between 1 and 1000),
  price_piastres bigint not null check (price_piastres between 1 and '999999999999'),
  primary key (merchant_id, id),
  constraint order_items_product unique (merchant_id, order_id, product_id)
);

alter table order_items add constraint order_items_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table order_items add constraint order_items_merchant_id_order_id_fkey foreign key (merchant_id, order_id)
  references orders (merchant_id, id);
alter table order_items add constraint order_items_merchant_id_product_id_fkey foreign key (merchant_id, product_id)
  references products (merchant_id, id);

create index order_items_of_product on order_items (merchant_id, product_id, order_id);
-- Finds orders that show a product's pictures, when a picture is removed or its product deleted.
create index order_items_pictures on order_items (merchant_id, product_id) where image_address is not null;

-- The code that a checkout form was sent; gone with its time.
create table order_codes (
  merchant_id bigint not null,
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

alter table order_codes add constraint order_codes_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index order_codes_expires_at on order_codes (expires_at);
