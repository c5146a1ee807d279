-- Host names of merchants, for payment pages, invoices and stores. A name that was verified once is remembered, so that it never
-- serves anything else of ours again, whatever becomes of it.
create table merchant_domains (
  merchant_id bigint not null references merchants,
  -- in lower case, without a dot at the end, other letters as punycode
  host text collate "C" not null check (host ~ '^[a-z0-9.-]{4,240}$'),
  -- what the DNS record says
  token text not null check (length(token) = 27),
  created_at timestamptz not null,
  -- null: nobody has proven it, or its record was gone for too long
  verified_at timestamptz,
  was_verified boolean not null default false,
  -- since when the record is gone
  missing_since timestamptz,
  -- null: it is not looked for any more
  next_check_at timestamptz,
  removed_at timestamptz,
  primary key (merchant_id, host),
  constraint domains_missing_were_there check (missing_since is null or verified_at is not null),
  constraint domains_verified_are_known check (verified_at is null or was_verified),
  constraint domains_removed_are_at_rest
    check (removed_at is null or (verified_at is null and next_check_at is null))
);
-- a merchant has one, and a name belongs to one merchant
create unique index merchant_domains_own on merchant_domains (merchant_id) where removed_at is null;
create unique index merchant_domains_verified on merchant_domains (host) where verified_at is not null;
create index merchant_domains_known on merchant_domains (host) where was_verified;
create index merchant_domains_due on merchant_domains (next_check_at) where next_check_at is not null;
