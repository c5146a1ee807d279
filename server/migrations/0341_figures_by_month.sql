-- What the console's overview shows, by month: a year of a thousand merchants is a million rows by day.
create table payment_months (
  mode mode not null,
  -- Its first day, in Cairo.
  month date not null check (extract(day from month) = 1),
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
insert into payment_months
select mode, date_trunc('month', day)::date, merchant_id, payment_method, processor_account_id, sum(paid_count), sum(paid_piastres),
       sum(failed_count), sum(open_count), sum(fee_piastres), sum(vat_piastres), sum(cost_piastres), sum(refunded_piastres),
       sum(chargebacks), sum(lost_chargebacks), sum(lost_piastres)
  from payment_figures group by 1, 2, 3, 4, 5;
