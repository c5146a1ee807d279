create table categories (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  name text not null check (name <> ''),
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  -- referenced by products of the same mode; also the sort by id
  constraint categories_by_id unique (merchant_id, mode, id),
  constraint categories_name unique (merchant_id, mode, name_key)
);

alter table categories add constraint categories_merchant_id_created_by_fkey foreign key (merchant_id, created_by)
  references users (merchant_id, id);
alter table categories add constraint categories_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index categories_by_created_at on categories (merchant_id, mode, created_at, id);
create index categories_search on categories using gin (merchant_id, name_key gin_trgm_ops);

create table sub_categories (
  merchant_id bigint not null,
  id bigint generated always as identity,
  category_id bigint not null,
  name text not null check (name <> ''),
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  -- as the merchant entered them
  position int not null,
  primary key (merchant_id, id),
  constraint sub_categories_name unique (merchant_id, category_id, name_key),
  constraint sub_categories_of_category unique (merchant_id, category_id, id)
);

alter table sub_categories add constraint sub_categories_merchant_id_category_id_fkey foreign key (merchant_id,
  category_id) references categories (merchant_id, id) on delete cascade;
alter table sub_categories add constraint sub_categories_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create table products (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  name text not null check (name <> ''),
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  -- the merchant's own id of the item
  code text not null check (code <> ''),
  code_key text collate "C" generated always as (search_key(code)) stored not null,
  description text not null check (description <> ''),
  -- name, code and description on separate lines, searched by keywords
  search_text text collate "C"
    generated always as (search_key(((((name || '
') || code) || '
') || description)))
      stored not null,
  price_piastres bigint not null check (price_piastres between 1 and '999999999999'),
  weight_grams int check (weight_grams between 1 and 100000000),
  -- pieces the merchant has, those reserved included
  in_stock int not null check (in_stock between 0 and 1000000000),
  -- pieces of orders that are being paid right now
  reserved int not null default 0,
  category_id bigint,
  sub_category_id bigint,
  -- set when the merchant deleted it: orders still refer to it, nobody else sees it, and its category can be deleted
  removed_at timestamptz,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint products_have_a_category check ((removed_at is null) = (category_id is not null) and (removed_at is null) =
    (sub_category_id is not null)),
  constraint products_reserved_of_stock check (reserved between 0 and in_stock)
) with (fillfactor = 85);

alter table products add constraint products_merchant_id_category_id_sub_category_id_fkey foreign key (merchant_id,
  category_id, sub_category_id) references sub_categories (merchant_id, category_id, id);
alter table products add constraint products_merchant_id_created_by_fkey foreign key (merchant_id, created_by)
  references users (merchant_id, id);
alter table products add constraint products_merchant_id_fkey foreign key (merchant_id) references merchants (id);
alter table products add constraint products_merchant_id_mode_category_id_fkey foreign key (merchant_id, mode,
  category_id) references categories (merchant_id, mode, id);

create index products_by_available on products (merchant_id, mode, (in_stock - reserved), id)
  where removed_at is null;
create index products_by_created_at on products (merchant_id, mode, created_at, id) where removed_at is null;
-- One per column the list sorts by; ties break by id.
create index products_by_id on products (merchant_id, mode, id) where removed_at is null;
create index products_by_name on products (merchant_id, mode, name_key, id) where removed_at is null;
create index products_by_price on products (merchant_id, mode, price_piastres, id) where removed_at is null;
create unique index products_code on products (merchant_id, mode, code_key) where removed_at is null;
-- The storefront's pages of a category, and the check before deleting one.
create index products_of_category on products (merchant_id, category_id, sub_category_id, id)
  where removed_at is null;
create index products_search on products using gin (merchant_id, search_text gin_trgm_ops) where removed_at is null;

-- Pictures of products, in display order. The file service stores and re-encodes the files.
create table product_images (
  merchant_id bigint not null,
  id bigint generated always as identity,
  product_id bigint not null,
  -- the file's, within the merchant
  path text collate "C" not null,
  -- public URL
  address text collate "C" not null,
  position int not null,
  -- taken off its product, and kept because orders show it
  removed_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  -- one picture is one product's
  constraint product_images_path unique (merchant_id, path)
);

alter table product_images add constraint product_images_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table product_images add constraint product_images_merchant_id_product_id_fkey foreign key (merchant_id,
  product_id) references products (merchant_id, id);

create index product_images_of_product on product_images (merchant_id, product_id, "position", id)
  where removed_at is null;

-- Payment options of a merchant's store; without a row: both.
create table store_options (
  merchant_id bigint not null,
  mode mode not null,
  pay_now boolean not null default true,
  cash_on_delivery boolean not null default true,
  confirm_phones boolean not null default true,
  primary key (merchant_id, mode),
  constraint store_options_some_way check (pay_now or cash_on_delivery)
);

alter table store_options add constraint store_options_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create table store_statistics (
  merchant_id bigint not null,
  mode mode not null,
  -- worth of paid orders
  sales_piastres bigint not null default 0,
  -- orders that are not prepared yet
  new_orders bigint not null default 0,
  -- different people who ordered, by e-mail address
  customers bigint not null default 0,
  total_orders bigint not null default 0,
  paid_orders bigint not null default 0,
  primary key (merchant_id, mode)
);

alter table store_statistics add constraint store_statistics_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
