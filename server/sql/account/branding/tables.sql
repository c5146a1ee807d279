-- A merchant's brand on payers' pages, in both modes. The logo is stored with the merchant (merchants.logo_path).
create table merchant_brands (
  merchant_id bigint not null,
  -- null: ours
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- files.path
  cover_path text collate "C",
  footer_en text not null default '' check (length(footer_en) <= 300),
  footer_ar text not null default '' check (length(footer_ar) <= 300),
  updated_at timestamptz not null,
  primary key (merchant_id)
);

alter table merchant_brands add constraint merchant_brands_merchant_id_cover_path_fkey foreign key (merchant_id,
  cover_path) references files (merchant_id, path);
alter table merchant_brands add constraint merchant_brands_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- Host names of merchants, for payment pages, invoices and stores. A name that was ever verified is remembered, so
-- that it never serves any of our other pages again.
create table merchant_domains (
  merchant_id bigint not null,
  -- in lower case, without a dot at the end, other letters as punycode
  host text collate "C" not null check (host ~ '^[a-z0-9.-]{4,240}$'),
  -- value of the DNS record
  token text not null check (length(token) = 27),
  created_at timestamptz not null,
  -- null: not proven, or the record was missing for too long
  verified_at timestamptz,
  was_verified boolean not null default false,
  -- since when the record is gone
  missing_since timestamptz,
  -- null: it is not looked for any more
  next_check_at timestamptz,
  removed_at timestamptz,
  primary key (merchant_id, host),
  constraint domains_missing_were_there check (missing_since is null or verified_at is not null),
  constraint domains_removed_are_at_rest check (removed_at is null or verified_at is null and next_check_at is null),
  constraint domains_verified_are_known check (verified_at is null or was_verified)
);

alter table merchant_domains add constraint merchant_domains_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index merchant_domains_due on merchant_domains (next_check_at) where next_check_at is not null;
create index merchant_domains_known on merchant_domains (host) where was_verified;
-- a merchant has one, and a name belongs to one merchant
create unique index merchant_domains_own on merchant_domains (merchant_id) where removed_at is null;
create unique index merchant_domains_verified on merchant_domains (host) where verified_at is not null;

-- Websites that may show a merchant's payment pages inside their own.
create table merchant_embedders (
  merchant_id bigint not null,
  -- origins, as the header of the page names them: https://shop.example, http://localhost:3000
  live text[] not null default '{}',
  test text[] not null default '{}',
  updated_at timestamptz not null,
  primary key (merchant_id),
  constraint merchant_embedders_count check (cardinality(live) <= 20 and cardinality(test) <= 20),
  -- they are written into a header: nothing in them may end a word of it
  constraint merchant_embedders_origins check (('' <> all ((live || test))) and array_to_string(live || test, ' ', '?')
    ~ '^(https?://[a-z0-9.-]+(:[0-9]{1,5})?( |$))*$')
);

alter table merchant_embedders add constraint merchant_embedders_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
