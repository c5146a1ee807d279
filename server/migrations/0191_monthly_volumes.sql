-- How much a merchant may take in a month of Cairo, and how much it has taken.

-- What was agreed with a merchant in place of the limit of its status. Null: no limit.
create table volume_limits (
  merchant_id bigint primary key references merchants,
  limit_piastres bigint check (limit_piastres >= 0),
  set_at timestamptz not null,
  set_by text not null check (set_by <> '')
);

-- What payers were charged, by the month in which it arrived. Refunds do not lower it.
create table merchant_volumes (
  merchant_id bigint not null,
  mode mode not null,
  -- The first of the month.
  month date not null check (extract(day from month) = 1),
  captured_piastres bigint not null,
  -- When the merchant was told that most of the limit is used, and all of it.
  told_near_at timestamptz,
  told_full_at timestamptz,
  primary key (merchant_id, mode, month)
);

create function keep_volume() returns trigger language plpgsql as $$
begin
  insert into merchant_volumes as v (merchant_id, mode, month, captured_piastres)
  values (new.merchant_id, new.mode,
          date_trunc('month', coalesce(new.paid_at, new.created_at) at time zone 'Africa/Cairo')::date,
          coalesce(new.charged_piastres, 0))
  on conflict (merchant_id, mode, month) do update set captured_piastres = v.captured_piastres + excluded.captured_piastres;
  return null;
end $$;

-- Before the trigger, which counts from here on.
insert into merchant_volumes (merchant_id, mode, month, captured_piastres)
select merchant_id, mode, date_trunc('month', coalesce(paid_at, created_at) at time zone 'Africa/Cairo')::date,
       sum(coalesce(charged_piastres, 0))
  from transactions where status in (1, 3) and not is_payout
 group by 1, 2, 3;

create trigger keep_volume after update of status on transactions
  for each row when (old.status not in (1, 3) and new.status = 1 and not new.is_payout) execute function keep_volume();
create trigger keep_volume_of_new after insert on transactions
  for each row when (new.status in (1, 3) and not new.is_payout) execute function keep_volume();
