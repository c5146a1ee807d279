create table merchants (
  id bigint generated always as identity (start with 1001),
  business_name text not null,
  -- 0 registered, 1 under review, 2 rejected, 3 live-capable, 4 suspended
  status smallint not null default 0 check (status between 0 and 4),
  status_reason text,
  business_type text check (business_type in ('corporate', 'individual')),
  email text not null,
  mobile text not null,
  store_slug text,
  logo_path text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- search key of the console: name, e-mail and mobile, Arabic letter forms folded
  search text collate "C"
    generated always as (search_key(((((business_name || ' ') || email) || ' ') || mobile)))
      stored not null,
  -- when money is settled: the next working day, or the one after a day of the week (0 Sunday) or of the month
  settlement_schedule text not null default 'daily' check (settlement_schedule in ('daily', 'weekly', 'monthly')),
  settlement_day smallint,
  -- nothing is settled while it is held
  settlement_held_at timestamptz,
  settlement_hold_reason text,
  -- addresses and CIDR ranges that calls by key may come from; none: from anywhere
  allowed_ips text[] not null default '{}',
  -- whether signed-in people must call from these addresses too
  portal_restricted boolean not null default false,
  -- since when everybody needs two-step sign-in; null: each person decides
  two_step_required_at timestamptz,
  -- The status before a suspension, which resuming restores; stored here instead of being read from the audit log.
  status_before_suspension smallint,
  -- Number of suspensions, which identifies the last one, because two may have the same text.
  suspensions int not null default 0,
  -- A suspension has a reason that only operators see and, if they write one, a text for the merchant. `status_reason`
  -- is from now on the reason of a rejection, which the merchant reads.
  suspension_reason text,
  suspension_message text,
  primary key (id),
  constraint merchants_settlement_day check (
    case settlement_schedule
      when 'daily' then settlement_day is null
      when 'weekly' then coalesce(settlement_day between 0 and 4, false)
      else coalesce(settlement_day between 1 and 28, false)
    end),
  constraint merchants_settlement_hold check ((settlement_held_at is null) = (settlement_hold_reason is null)),
  constraint merchants_status_before_suspension check (status_before_suspension between 0 and 3)
);

create index merchants_by_created_at on merchants (created_at, id);
create index merchants_by_name on merchants (business_name, id);
create index merchants_by_status on merchants (status, created_at, id);
create index merchants_search on merchants using gin (search gin_trgm_ops);
create unique index merchants_store_slug on merchants (store_slug);

create trigger give_store_slug before insert on merchants for each row execute function give_store_slug();
create trigger merchant_remember_status before update of status on merchants
  for each row execute function merchant_remember_status();

create table business_profiles (
  merchant_id bigint not null,
  address text not null default '',
  description text not null default '',
  store_contact text not null default '',
  store_email text not null default '',
  store_address text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  twitter text not null default '',
  linkedin text not null default '',
  updated_at timestamptz not null,
  primary key (merchant_id)
);

alter table business_profiles add constraint business_profiles_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create table merchant_settings (
  merchant_id bigint not null,
  mode mode not null,
  -- null: every method
  allowed_methods smallint[],
  default_language smallint check (default_language in (1, 2)),
  callback_url text,
  cancel_url text,
  return_url text,
  -- M merchant, C customer
  fees_on char(1) not null default 'M' check (fees_on in ('M', 'C')),
  -- every payout, and refunds that bring a payment's total above the amount, wait for a second person
  needs_approval boolean not null default false,
  approval_refund_above_piastres bigint not null default 0 check (approval_refund_above_piastres >= 0),
  -- whether notifications are also e-mailed, to people who want that
  receive_notification boolean not null default true,
  default_payment smallint,
  default_currency smallint check (default_currency in (1, 2)),
  -- The version of events sent to the callback URL. Null: the format from before versions existed, for which the
  -- receiver was written.
  callback_version text collate "C",
  primary key (merchant_id, mode),
  constraint merchant_settings_default_payment_allowed check (default_payment is null or allowed_methods is null or
    (default_payment = any (allowed_methods)))
);

alter table merchant_settings add constraint merchant_settings_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- One row per merchant and mode; never one that merchants share. Link figures are kept by the trigger below; the
-- others by the nouns they belong to.
create table merchant_statistics (
  merchant_id bigint not null,
  mode mode not null,
  total_links bigint not null default 0,
  active_links bigint not null default 0,
  expired_links bigint not null default 0,
  total_invoices bigint not null default 0,
  paid_invoices bigint not null default 0,
  unpaid_invoices bigint not null default 0,
  single_invoices bigint not null default 0,
  group_invoices bigint not null default 0,
  expired_invoices bigint not null default 0,
  primary key (merchant_id, mode)
) with (fillfactor = 50);

-- Facts that merchants submit to be activated in live mode: one row each, first a draft, then the submission and the
-- decision. Earlier versions are in the audit log.
create table kyc_submissions (
  merchant_id bigint not null,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'rejected')),
  business_type smallint not null check (business_type in (1, 2)),
  -- the step at which the draft was left
  step smallint not null default 1 check (step between 1 and 3),
  -- by the names of the wire; a draft's as typed
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
  -- reasons of a rejection, by field
  reasons jsonb not null default '{}' check (jsonb_typeof(reasons) = 'object'),
  submitted_at timestamptz,
  decided_at timestamptz,
  updated_at timestamptz not null,
  -- Each time a merchant sends its papers they are another version; a decision names the one that was read.
  version int not null default 0,
  primary key (merchant_id),
  constraint kyc_submitted check (state = 'draft' or submitted_at is not null)
);

alter table kyc_submissions add constraint kyc_submissions_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index kyc_submissions_by_state on kyc_submissions (state, submitted_at, merchant_id);
create unique index kyc_submissions_email on kyc_submissions ((fields ->> 'email'))
  where state in ('submitted', 'approved');
-- Two merchants cannot be verified with the same number or address; the first to submit has it.
create unique index kyc_submissions_mobile on kyc_submissions ((fields ->> 'mobileNumber'))
  where state in ('submitted', 'approved');
-- The queue, longest waiting first.
create index kyc_submissions_queue on kyc_submissions (submitted_at, merchant_id) where state = 'submitted';

-- Until when the documents of a merchant are valid, as an operator read them.
create table document_expiries (
  merchant_id bigint not null,
  id bigint generated always as identity,
  kind text collate "C" not null check (kind in ('id_card', 'commercial_register', 'tax_card')),
  -- The last day on which it is valid, in Cairo.
  expires_on date not null,
  set_at timestamptz not null,
  set_by text not null check (set_by <> ''),
  -- The last reminder: days before the expiry; -1: after it.
  told_days smallint check (told_days = any (array[30, 7, 1, '-1'::int])),
  -- The reason of the settlement hold that it caused; the hold is lifted with another day.
  hold_reason text check (hold_reason <> ''),
  primary key (merchant_id, id),
  constraint document_expiries_one_of_a_kind unique (merchant_id, kind)
);

alter table document_expiries add constraint document_expiries_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index document_expiries_by_day on document_expiries (expires_on, id);
create index document_expiries_by_kind on document_expiries (kind, expires_on, id);
create index document_expiries_held on document_expiries (expires_on, id) where hold_reason is not null;

-- The provider's fees per payment method; a merchant without a row pays the default of the configuration.
create table merchant_rates (
  merchant_id bigint not null,
  payment_method smallint not null,
  rate_bps int not null check (rate_bps between 0 and 10000),
  fixed_piastres bigint not null check (fixed_piastres >= 0),
  primary key (merchant_id, payment_method)
);

alter table merchant_rates add constraint merchant_rates_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
