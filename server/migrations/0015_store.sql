-- The online store of a merchant, apart in each mode: categories, products with their stock and pictures, orders.
--
-- Lock order, before that of a payment (0003_payments.sql): order → products by id → store_statistics. Stock changes only
-- in the functions below and by a merchant's own edit; the database refuses a stock below zero or below what is
-- reserved, whoever asks.

-- Every merchant has an address for its store from the first day; before it is live a test store is shown there.
create function give_store_slug() returns trigger language plpgsql as $$
begin
  new.store_slug := coalesce(new.store_slug, 'store-' || new.id);
  return new;
end $$;
create trigger give_store_slug before insert on merchants for each row execute function give_store_slug();
update merchants set store_slug = 'store-' || id where store_slug is null;
create unique index merchants_store_slug on merchants (store_slug);

-- How a merchant's shoppers may pay; without a row: both ways.
create table store_options (
  merchant_id bigint not null references merchants,
  mode mode not null,
  pay_now boolean not null default true,
  cash_on_delivery boolean not null default true,
  primary key (merchant_id, mode),
  constraint store_options_some_way check (pay_now or cash_on_delivery)
);

-- Categories --------------------------------------------------------------------------------------------------------

create table categories (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  name text not null check (name <> ''),
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, created_by) references users,
  constraint categories_name unique (merchant_id, mode, name_key),
  -- what products of the same mode refer to; also the sort by id
  constraint categories_by_id unique (merchant_id, mode, id)
);
create index categories_by_created_at on categories (merchant_id, mode, created_at, id);
create index categories_search on categories using gin (merchant_id, name_key gin_trgm_ops);

create table sub_categories (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  category_id bigint not null,
  name text not null check (name <> ''),
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- as the merchant entered them
  position integer not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, category_id) references categories on delete cascade,
  constraint sub_categories_name unique (merchant_id, category_id, name_key),
  constraint sub_categories_of_category unique (merchant_id, category_id, id)
);

-- Products ----------------------------------------------------------------------------------------------------------

create table products (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  name text not null check (name <> ''),
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- the merchant's own id of the item
  code text not null check (code <> ''),
  code_key text collate "C" not null generated always as (search_key(code)) stored,
  description text not null check (description <> ''),
  -- name, code and description on lines of their own: what keywords look in
  search_text text collate "C" not null
    generated always as (search_key(name || E'\n' || code || E'\n' || description)) stored,
  price_piastres bigint not null check (price_piastres between 1 and 999999999999),
  weight_grams integer check (weight_grams between 1 and 100000000),
  -- pieces the merchant has, those reserved included
  in_stock integer not null check (in_stock between 0 and 1000000000),
  -- pieces of orders that are being paid right now
  reserved integer not null default 0,
  category_id bigint,
  sub_category_id bigint,
  -- set when the merchant deleted it: orders go on referring to it, nobody else sees it, and its category is free to go
  removed_at timestamptz,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, created_by) references users,
  foreign key (merchant_id, mode, category_id) references categories (merchant_id, mode, id),
  foreign key (merchant_id, category_id, sub_category_id) references sub_categories (merchant_id, category_id, id),
  constraint products_reserved_of_stock check (reserved between 0 and in_stock),
  constraint products_have_a_category
    check ((removed_at is null) = (category_id is not null) and (removed_at is null) = (sub_category_id is not null))
) with (fillfactor = 85);

create unique index products_code on products (merchant_id, mode, code_key) where removed_at is null;
-- One per column the list sorts by; ties break by id.
create index products_by_id on products (merchant_id, mode, id) where removed_at is null;
create index products_by_created_at on products (merchant_id, mode, created_at, id) where removed_at is null;
create index products_by_name on products (merchant_id, mode, name_key, id) where removed_at is null;
create index products_by_price on products (merchant_id, mode, price_piastres, id) where removed_at is null;
create index products_by_available on products (merchant_id, mode, (in_stock - reserved), id) where removed_at is null;
-- The storefront's pages of a category, and what stands in the way of deleting one.
create index products_of_category on products (merchant_id, category_id, sub_category_id, id) where removed_at is null;
create index products_search on products using gin (merchant_id, search_text gin_trgm_ops) where removed_at is null;

-- Pictures of products, in the order in which they are shown. The files are kept and made anew by the file service.
create table product_images (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  product_id bigint not null,
  -- the file's, within the merchant
  path text collate "C" not null,
  -- where everybody sees it
  address text collate "C" not null,
  position integer not null,
  -- taken off its product, and kept because orders show it
  removed_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, product_id) references products,
  -- one picture is one product's
  constraint product_images_path unique (merchant_id, path)
);
create index product_images_of_product on product_images (merchant_id, product_id, position, id)
  where removed_at is null;

-- Orders ------------------------------------------------------------------------------------------------------------

create table orders (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- ORD-…
  reference text collate "C" not null,
  -- the same token as in pay_tokens: the address at which its shopper follows and pays it
  token text collate "C" not null,
  -- of the form that placed it: sent twice, it is one order
  submission_key text collate "C" not null,
  -- 1 unpaid, 2 paid
  status smallint not null default 1 check (status in (1, 2)),
  fulfilment text not null default 'new'
    check (fulfilment in ('new', 'prepared', 'shipped', 'delivered', 'canceled')),
  -- the merchant's own
  note text not null default '',
  -- now: on our payment page; delivery: in cash, or by the same address when it arrives
  payment text not null check (payment in ('now', 'delivery')),
  -- the merchant was handed cash: no money of ours moved
  paid_in_cash boolean not null default false,
  amount_piastres bigint not null check (amount_piastres between 1 and 999999999999),
  customer_name text not null check (customer_name <> ''),
  customer_name_key text collate "C" not null generated always as (search_key(customer_name)) stored,
  customer_email text not null check (customer_email <> ''),
  customer_mobile text not null check (customer_mobile <> ''),
  customer_address text not null check (customer_address <> ''),
  -- of the shopper: 1 Arabic, 2 English
  language smallint not null check (language in (1, 2)),
  -- somebody is paying right now
  is_held boolean not null default false,
  -- none: just placed; reserved: until reserved_until; released: given back, reserved anew when somebody pays;
  -- taken: gone from the stock; short: paid after the stock had been given back and sold
  stock text not null default 'none' check (stock in ('none', 'reserved', 'released', 'taken', 'short')),
  reserved_until timestamptz,
  -- until when it can be paid
  due_at timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint orders_submission unique (merchant_id, mode, submission_key),
  constraint orders_paid_at check ((status = 2) = (paid_at is not null)),
  constraint orders_cash_is_paid check (not paid_in_cash or status = 2),
  constraint orders_reserved_until check ((stock = 'reserved') = (reserved_until is not null)),
  constraint orders_paid_has_stock check (status = 1 or stock in ('taken', 'short'))
) with (fillfactor = 85);

create unique index orders_reference on orders (merchant_id, mode, reference);
create index orders_by_id on orders (merchant_id, mode, id);
create index orders_by_created_at on orders (merchant_id, mode, created_at, id);
create index orders_by_amount on orders (merchant_id, mode, amount_piastres, id);
create index orders_by_status on orders (merchant_id, mode, status, id);
create index orders_by_customer on orders (merchant_id, mode, customer_name_key, id);
-- Reservations whose time may be up: of one merchant before stock is counted, of all for the job.
create index orders_reserved on orders (merchant_id, mode, reserved_until) where stock = 'reserved';
create index orders_reserved_all on orders (reserved_until) where stock = 'reserved';

-- Paid is the end.
create trigger orders_transition before update of status on orders
  for each row when (old.status = 2 and new.status <> 2)
  execute function refuse_transition('orders_legal_transition');
-- Parcels go forward only; what was delivered or canceled stays so.
create function order_step(fulfilment text) returns integer language sql immutable parallel safe
  return array_position(array['new', 'prepared', 'shipped', 'delivered'], fulfilment);
create trigger orders_fulfilment before update of fulfilment on orders
  for each row when (old.fulfilment <> new.fulfilment and (
    old.fulfilment in ('delivered', 'canceled')
    or (new.fulfilment <> 'canceled' and order_step(new.fulfilment) < order_step(old.fulfilment))))
  execute function refuse_transition('orders_legal_fulfilment');

-- What was bought, as it was called and cost then.
create table order_items (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  order_id bigint not null,
  product_id bigint not null,
  product_name text not null,
  product_code text not null,
  -- of the picture shown then
  image_address text,
  quantity integer not null check (quantity between 1 and 1000),
  price_piastres bigint not null check (price_piastres between 1 and 999999999999),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references orders,
  foreign key (merchant_id, product_id) references products,
  constraint order_items_product unique (merchant_id, order_id, product_id)
);
create index order_items_of_product on order_items (merchant_id, product_id, order_id);

-- Figures kept as they change ---------------------------------------------------------------------------------------

create table store_statistics (
  merchant_id bigint not null references merchants,
  mode mode not null,
  -- worth of paid orders
  sales_piastres bigint not null default 0,
  -- orders nobody has prepared yet
  new_orders bigint not null default 0,
  -- different people who ordered, by e-mail address
  customers bigint not null default 0,
  primary key (merchant_id, mode)
);

create table store_customers (
  merchant_id bigint not null references merchants,
  mode mode not null,
  email text collate "C" not null,
  primary key (merchant_id, mode, email)
);

create function keep_store_statistics() returns trigger language plpgsql as $$
declare
  v_update boolean := tg_op = 'UPDATE';
  v_customers integer := 0;
begin
  if not v_update then
    insert into store_customers values (new.merchant_id, new.mode, new.customer_email) on conflict do nothing;
    get diagnostics v_customers = row_count;
  end if;
  insert into store_statistics as s (merchant_id, mode, sales_piastres, new_orders, customers)
  values (
    new.merchant_id, new.mode,
    case when new.status = 2 then new.amount_piastres else 0 end
      - case when v_update and old.status = 2 then new.amount_piastres else 0 end,
    (new.fulfilment = 'new')::int - case when v_update then (old.fulfilment = 'new')::int else 0 end,
    v_customers)
  on conflict (merchant_id, mode) do update set
    sales_piastres = s.sales_piastres + excluded.sales_piastres,
    new_orders = s.new_orders + excluded.new_orders,
    customers = s.customers + excluded.customers;
  return null;
end $$;
create trigger keep_statistics_of_new after insert on orders
  for each row execute function keep_store_statistics();
create trigger keep_statistics after update of status, fulfilment on orders
  for each row when (old.status <> new.status or old.fulfilment <> new.fulfilment)
  execute function keep_store_statistics();

-- Stock -------------------------------------------------------------------------------------------------------------

-- Locks the products of an order, always by id, so that two orders never wait for each other in a circle.
create function lock_order_products(p_merchant_id bigint, p_order_id bigint) returns void
language plpgsql as $$
begin
  perform 1 from products p
    where p.merchant_id = p_merchant_id
      and p.id in (select i.product_id from order_items i
                    where i.merchant_id = p_merchant_id and i.order_id = p_order_id)
    order by p.id for no key update;
end $$;

-- Whether every product of an order, locked before, is there in the number that was ordered.
create function order_in_stock(p_merchant_id bigint, p_order_id bigint) returns boolean
language sql stable as $$
  select not exists (
    select 1 from order_items i join products p on p.merchant_id = i.merchant_id and p.id = i.product_id
     where i.merchant_id = p_merchant_id and i.order_id = p_order_id and p.in_stock - p.reserved < i.quantity)
$$;

-- Reserves an order's pieces until a moment. The order is locked or new. False when they are not all there.
create function order_reserve(p_merchant_id bigint, p_order_id bigint, p_until timestamptz) returns boolean
language plpgsql as $$
begin
  perform lock_order_products(p_merchant_id, p_order_id);
  if not order_in_stock(p_merchant_id, p_order_id) then
    return false;
  end if;
  update products p set reserved = p.reserved + i.quantity
    from order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update orders o set stock = 'reserved', reserved_until = p_until
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
  return true;
end $$;

-- Takes an order's pieces out of the stock, its reserved ones where it has them. The order is locked or new. False
-- when they are not all there: then none is taken.
create function order_take(p_merchant_id bigint, p_order_id bigint) returns boolean
language plpgsql as $$
declare
  v_stock text;
begin
  select o.stock into v_stock from orders o where o.merchant_id = p_merchant_id and o.id = p_order_id;
  if v_stock = 'taken' then
    return true;
  end if;
  perform lock_order_products(p_merchant_id, p_order_id);
  if v_stock <> 'reserved' and not order_in_stock(p_merchant_id, p_order_id) then
    update orders o set stock = 'short' where o.merchant_id = p_merchant_id and o.id = p_order_id;
    return false;
  end if;
  update products p set
      in_stock = p.in_stock - i.quantity,
      reserved = p.reserved - case when v_stock = 'reserved' then i.quantity else 0 end
    from order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update orders o set stock = 'taken', reserved_until = null
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
  return true;
end $$;

-- Gives an order's pieces back, reserved or taken. The order is locked.
create function order_give_back(p_merchant_id bigint, p_order_id bigint) returns void
language plpgsql as $$
declare
  v_stock text;
begin
  select o.stock into v_stock from orders o where o.merchant_id = p_merchant_id and o.id = p_order_id;
  if v_stock not in ('reserved', 'taken') then
    return;
  end if;
  perform lock_order_products(p_merchant_id, p_order_id);
  update products p set
      in_stock = p.in_stock + case when v_stock = 'taken' then i.quantity else 0 end,
      reserved = p.reserved - case when v_stock = 'reserved' then i.quantity else 0 end
    from order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update orders o set stock = 'released', reserved_until = null
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
end $$;

-- Gives back one order's reservation whose time is up, unless somebody is paying or changing it; the job and whoever
-- is about to count stock call it until it finds none. Over all merchants when none is named.
create function release_due_order(p_now timestamptz, p_merchant_id bigint default null, p_mode mode default null)
returns boolean language plpgsql
set enable_seqscan = off
as $$
declare
  v record;
begin
  if p_merchant_id is null then
    select o.merchant_id, o.id into v from orders o
     where o.stock = 'reserved' and o.reserved_until <= p_now and not o.is_held
     order by o.reserved_until limit 1 for no key update skip locked;
  else
    select o.merchant_id, o.id into v from orders o
     where o.merchant_id = p_merchant_id and o.mode = p_mode
       and o.stock = 'reserved' and o.reserved_until <= p_now and not o.is_held
     order by o.reserved_until limit 1 for no key update skip locked;
  end if;
  if not found then
    return false;
  end if;
  perform order_give_back(v.merchant_id, v.id);
  return true;
end $$;

-- The order as a payable --------------------------------------------------------------------------------------------

create function payable_order_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
declare
  o record;
begin
  select x.status, x.fulfilment, x.due_at into o from orders x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when o.status = 2 then 'full'
    when o.fulfilment <> 'canceled' and o.due_at > p_now then 'open'
    else 'closed' end;
end $$;

-- The first money for an order pays it, whatever became of it in the meantime: its pieces are taken, or it is marked
-- short of them. A try that brought no money gives the pieces back, unless they had left the stock before.
create function payable_order_settle(p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean,
                                     p_now timestamptz) returns boolean
language plpgsql as $$
begin
  if p_paid then
    perform 1 from orders o where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1;
    if found then
      perform order_take(p_merchant_id, p_id);
      update orders o set status = 2, paid_at = p_now, is_held = o.is_held and not p_held, updated_at = p_now
        where o.merchant_id = p_merchant_id and o.id = p_id;
      return true;
    end if;
  end if;
  if p_held then
    perform 1 from orders o
      where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1 and o.stock = 'reserved';
    if found then
      perform order_give_back(p_merchant_id, p_id);
    end if;
    update orders o set is_held = false where o.merchant_id = p_merchant_id and o.id = p_id;
  end if;
  return false;
end $$;

-- Takes the place of an order for somebody who starts to pay: one payer at a time, its pieces reserved until p_until.
-- The place of a try whose time is up is given back first. Returns 'held', or why not: 'not-found', 'paid', 'inactive'
-- (canceled), 'expired', 'busy', 'exhausted' (sold to others).
create function order_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamptz,
                                 p_until timestamptz) returns text
language plpgsql
set enable_seqscan = off
as $$
declare
  o orders%rowtype;
  v_attempt bigint;
begin
  select * into o from orders x
   where x.merchant_id = p_merchant_id and x.mode = p_mode and x.id = p_id for no key update;
  if not found then
    return 'not-found';
  end if;
  if o.status = 2 then
    return 'paid';
  end if;
  if o.fulfilment = 'canceled' then
    return 'inactive';
  end if;
  if o.due_at <= p_now then
    return 'expired';
  end if;
  if o.is_held then
    for v_attempt in
      select x.id from payment_attempts x
       where x.merchant_id = p_merchant_id and x.payable_kind = 'order' and x.payable_id = p_id
         and x.holds_place and x.hold_expires_at <= p_now order by x.id
    loop
      perform attempt_outcome(p_merchant_id, v_attempt, 'expired', p_now);
    end loop;
    select * into o from orders x where x.merchant_id = p_merchant_id and x.id = p_id;
    if o.is_held then
      return 'busy';
    end if;
  end if;
  if o.stock = 'reserved' then
    update orders x set reserved_until = greatest(x.reserved_until, p_until)
      where x.merchant_id = p_merchant_id and x.id = p_id;
  elsif o.stock in ('none', 'released') and not order_reserve(p_merchant_id, p_id, p_until) then
    return 'exhausted';
  end if;
  update orders x set is_held = true where x.merchant_id = p_merchant_id and x.id = p_id;
  return 'held';
end $$;
