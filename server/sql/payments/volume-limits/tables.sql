-- Limits agreed with merchants in place of those of their status. Null: no limit.
create table volume_limits (
  merchant_id bigint not null,
  limit_piastres bigint check (limit_piastres >= 0),
  set_at timestamptz not null,
  set_by text not null check (set_by <> ''),
  primary key (merchant_id)
);

alter table volume_limits add constraint volume_limits_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- Amounts charged to payers, by the month in which they arrived. Refunds do not lower them.
create table merchant_volumes (
  merchant_id bigint not null,
  mode mode not null,
  -- The first of the month.
  month date not null,
  captured_piastres bigint not null,
  -- When the merchant was notified that most of the limit is used, and all of it.
  told_near_at timestamptz,
  told_full_at timestamptz,
  -- When the merchant was notified of a refused payment that would have exceeded its monthly limit.
  told_refused_at timestamptz,
  -- When the merchant was notified of the first such payment of a month.
  told_held_at timestamptz,
  -- A successful payment is counted for the list's total in the row of its month, which is updated anyway. The total
  -- of successful transactions is the sum of both: `list_totals` has older payments, payouts, and reductions by
  -- refunds.
  payments bigint not null default 0,
  primary key (merchant_id, mode, month)
);

create trigger of_months after insert or update of month on merchant_volumes
  for each row execute function merchant_volumes_of_months();
alter table merchant_volumes enable always trigger of_months;
