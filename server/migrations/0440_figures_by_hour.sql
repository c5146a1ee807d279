-- What the dashboard shows of today by the hour: some days of each merchant, written by the job that keeps payment_figures.
create table payment_hours (
  merchant_id bigint not null,
  mode mode not null,
  -- When it begins. Cairo's clock is a whole number of hours from UTC.
  hour timestamptz not null check (extract(epoch from hour) % 3600 = 0),
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  refunded_piastres bigint not null,
  primary key (merchant_id, mode, hour)
);
create index payment_hours_by_hour on payment_hours (hour);

-- The next run sums up the kept days again, and with them their hours.
update payment_figures_state set next_day = least(next_day, (now() at time zone 'Africa/Cairo')::date - 7);
