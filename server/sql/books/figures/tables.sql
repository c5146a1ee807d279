-- Payments by the Cairo day on which they began; later outcomes count on that day too.
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

-- Progress of the job.
create table payment_figures_state (
  is_only boolean not null default true check (is_only),
  -- The first day that every run sums up; of earlier days, it sums up only changes.
  next_day date not null,
  -- Transfers that were booked before, by the database's clock, are taken in.
  seen_at timestamptz not null,
  -- When a run last counted everything; null before the first.
  as_of timestamptz,
  primary key (is_only)
);

-- Hourly figures for the dashboard: some days of each merchant, written by the job of payment_figures.
create table payment_hours (
  merchant_id bigint not null,
  mode mode not null,
  -- Start of the hour. Cairo's offset from UTC is a whole number of hours.
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

-- Monthly figures for the console's overview, because by day a year of a thousand merchants has a million rows.
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
