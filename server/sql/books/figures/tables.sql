-- Payments by the Cairo day on which they began; what came of them later counts on that day too.
create table payment_figures (
  mode mode not null,
  day date not null,
  merchant_id bigint not null,
  payment_method smallint not null,
  -- 0: made at no account.
  processor_account_id bigint not null,
  paid_count bigint not null,
  paid_piastres bigint not null,
  -- Failed or expired.
  failed_count bigint not null,
  -- No outcome yet.
  open_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  cost_piastres bigint not null,
  refunded_piastres bigint not null,
  chargebacks bigint not null,
  lost_chargebacks bigint not null,
  lost_piastres bigint not null,
  primary key (mode, day, merchant_id, payment_method, processor_account_id)
);

create index payment_figures_of_merchant on payment_figures (merchant_id, mode, day);
create index payment_figures_open on payment_figures (day) where open_count > 0;

-- How far the job has come.
create table payment_figures_state (
  is_only boolean not null default true check (is_only),
  -- The first day that is summed up in every run; of those before, only what has changed.
  next_day date not null,
  -- Transfers that were booked before, by the database's clock, are taken in.
  seen_at timestamptz not null,
  -- When a run last took in everything; null before the first.
  as_of timestamptz,
  primary key (is_only)
);

-- What the dashboard shows of today by the hour: some days of each merchant, written by the job that keeps
-- payment_figures.
create table payment_hours (
  merchant_id bigint not null,
  mode mode not null,
  -- When it begins. Cairo's clock is a whole number of hours from UTC.
  hour timestamptz not null check ((extract(epoch from hour) % 3600::numeric) = 0::numeric),
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  refunded_piastres bigint not null,
  primary key (merchant_id, mode, hour)
);

create index payment_hours_by_hour on payment_hours (hour);

-- What the console's overview shows, by month: a year of a thousand merchants is a million rows by day.
create table payment_months (
  mode mode not null,
  -- Its first day, in Cairo.
  month date not null check (extract(day from month) = 1::numeric),
  merchant_id bigint not null,
  payment_method smallint not null,
  processor_account_id bigint not null,
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  open_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  cost_piastres bigint not null,
  refunded_piastres bigint not null,
  chargebacks bigint not null,
  lost_chargebacks bigint not null,
  lost_piastres bigint not null,
  primary key (mode, month, merchant_id, payment_method, processor_account_id)
);

-- The same over all merchants.
create table payment_totals (
  mode mode not null,
  day date not null,
  payment_method smallint not null,
  processor_account_id bigint not null,
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  open_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  cost_piastres bigint not null,
  refunded_piastres bigint not null,
  chargebacks bigint not null,
  lost_chargebacks bigint not null,
  lost_piastres bigint not null,
  primary key (mode, day, payment_method, processor_account_id)
);
