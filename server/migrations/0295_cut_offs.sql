-- What is reconciled of an account at a processor at the end of a day, signed by two people; then nothing more is dated into it.

alter table reconciliation_lines
  -- Since when it has settled something; null of lines that an earlier release booked: since their batch is booked.
  add column settled_at timestamptz,
  -- Dated into a period that was signed before the line came: it belongs to the next one.
  add column is_late boolean not null default false;

-- Lines that people matched after their batch was booked.
update reconciliation_lines l set settled_at = t.effective_at
  from ledger_transfers t
 where l.rule = 'manual' and l.settled_piastres is not null and t.merchant_id = l.merchant_id
   and t.idempotency_key = 'acquirer-line:' || l.file_id || ':' || l.line_no;

-- What lines had settled before their batch was reversed, so that any moment of the past can be added up.
create table reconciliation_unsettled (
  id bigint generated always as identity primary key,
  processor_account_id bigint not null references processor_accounts,
  file_id bigint not null,
  line_no integer not null,
  batch_id bigint not null,
  item text not null,
  merchant_id bigint not null,
  item_id bigint not null,
  settled_piastres bigint not null,
  rounded_piastres bigint not null,
  settled_at timestamptz not null,
  unsettled_at timestamptz not null
);
create index reconciliation_unsettled_of_account on reconciliation_unsettled (processor_account_id);
create trigger append_only before update or delete or truncate on reconciliation_unsettled
  for each statement execute function refuse_change();

create table reconciliation_cut_offs (
  id bigint generated always as identity primary key,
  processor_account_id bigint not null references processor_accounts,
  -- The last day of the period, in Cairo, and when it is over.
  day date not null,
  ends_at timestamptz not null,
  -- The last day that was signed before; null: the period is from the beginning.
  after_day date check (after_day < day),
  state text not null default 'prepared' check (state in ('prepared', 'signed', 'reopened', 'dropped')),
  figures jsonb not null,
  -- Of the figures and all rows.
  sha256 bytea not null check (length(sha256) = 32),
  rows integer not null check (rows >= 0),
  -- What was prepared explains all three levels.
  is_explained boolean not null,
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null,
  signed_by text,
  approved_by text,
  signed_at timestamptz,
  reopened_by text,
  reopened_reason text,
  reopened_at timestamptz,
  constraint reconciliation_cut_offs_signed check (
    (state in ('signed', 'reopened')) = (signed_at is not null) and (signed_at is null) = (signed_by is null)
    and (signed_at is null) = (approved_by is null)),
  constraint reconciliation_cut_offs_by_two check (signed_by <> approved_by and made_by <> approved_by),
  constraint reconciliation_cut_offs_explained check (is_explained or signed_at is null),
  constraint reconciliation_cut_offs_reopened check (
    (state = 'reopened') = (reopened_at is not null) and (reopened_at is null) = (reopened_by is null)
    and (reopened_at is null) = (reopened_reason is null)),
  constraint reconciliation_cut_offs_after_its_end check (made_at >= ends_at)
);
create unique index reconciliation_cut_offs_prepared on reconciliation_cut_offs (processor_account_id) where state = 'prepared';
create unique index reconciliation_cut_offs_once on reconciliation_cut_offs (processor_account_id, day) where state = 'signed';
create index reconciliation_cut_offs_by_day on reconciliation_cut_offs (day, id);

-- What was stated stays: only signing, opening again and dropping are written, in that order.
create function reconciliation_cut_offs_stay() returns trigger language plpgsql as $$
declare
  v_open constant text[] := '{state,signed_by,approved_by,signed_at,reopened_by,reopened_reason,reopened_at}';
  v_signed constant text[] := '{state,reopened_by,reopened_reason,reopened_at}';
begin
  if (old.state, new.state) not in (('prepared', 'signed'), ('prepared', 'dropped'), ('signed', 'reopened'))
     or to_jsonb(new) - (case old.state when 'prepared' then v_open else v_signed end)
        is distinct from to_jsonb(old) - (case old.state when 'prepared' then v_open else v_signed end) then
    raise exception 'a cut-off stays as it was'
      using errcode = 'restrict_violation', constraint = 'reconciliation_cut_offs_stay';
  end if;
  -- Periods follow each other: signed in their order, opened again from the last one on.
  if exists (select from reconciliation_cut_offs c
              where c.processor_account_id = new.processor_account_id and c.state = 'signed' and c.id <> new.id
                and (new.state = 'signed' and c.day is distinct from new.after_day and c.day > coalesce(new.after_day, '-infinity')
                     or new.state = 'reopened' and c.day > new.day)) then
    raise exception 'another period was signed since'
      using errcode = 'restrict_violation', constraint = 'reconciliation_cut_offs_in_order';
  end if;
  return new;
end $$;
create trigger reconciliation_cut_offs_stay before update on reconciliation_cut_offs
  for each row execute function reconciliation_cut_offs_stay();
create trigger reconciliation_cut_offs_kept before delete or truncate on reconciliation_cut_offs
  for each statement execute function refuse_change();

-- What a cut-off lists: open items, batches that are not paid, breaks and write-offs.
create table reconciliation_cut_off_rows (
  cut_off_id bigint not null references reconciliation_cut_offs,
  n integer not null,
  what text not null check (what in ('item', 'batch', 'break', 'write_off')),
  kind text not null,
  merchant_id bigint,
  reference text not null,
  amount_piastres bigint not null,
  -- In Cairo.
  day date not null,
  explained_as text not null,
  owner text,
  working_days integer,
  primary key (cut_off_id, n)
);
create trigger append_only before update or delete or truncate on reconciliation_cut_off_rows
  for each statement execute function refuse_change();

-- When the last signed period of an account ended; null: none was.
create function reconciliation_signed_until(p_account bigint) returns timestamptz language sql stable as $$
  select max(ends_at) from reconciliation_cut_offs where processor_account_id = p_account and state = 'signed' $$;

create function reconciliation_refuse_signed() returns void language plpgsql as $$
begin
  raise exception 'the period is signed' using errcode = 'restrict_violation', constraint = 'reconciliation_period_signed';
end $$;

-- A line that is dated into a signed period belongs to the next one, and says so.
create function reconciliation_lines_of_period() returns trigger language plpgsql as $$
begin
  if exists (select from (select processor_account_id, min(occurred_on) as first_day from added where not is_late group by 1) a
              where a.first_day < (reconciliation_signed_until(a.processor_account_id) at time zone 'Africa/Cairo')::date) then
    perform reconciliation_refuse_signed();
  end if;
  return null;
end $$;
create trigger reconciliation_lines_of_period after insert on reconciliation_lines referencing new table as added
  for each statement execute function reconciliation_lines_of_period();

-- A file that a signed report has counted stays.
create function reconciliation_files_of_period() returns trigger language plpgsql as $$
begin
  if exists (select from reconciliation_cut_offs c
              where c.processor_account_id = old.processor_account_id and c.state = 'signed' and old.created_at <= c.made_at
                and coalesce(old.first_day, (old.created_at at time zone 'Africa/Cairo')::date) <= c.day) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create trigger reconciliation_files_of_period before update of state on reconciliation_files
  for each row when (old.state = 'imported' and new.state = 'undone') execute function reconciliation_files_of_period();

-- A batch that was booked in a signed period stays booked, and none is booked as of then.
create function reconciliation_batches_of_period() returns trigger language plpgsql as $$
declare
  v_until timestamptz := (select reconciliation_signed_until(f.processor_account_id)
                            from reconciliation_files f where f.id = new.file_id);
begin
  if old.booked_at < v_until or new.booked_at < v_until then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create trigger reconciliation_batches_of_period before update of booked_at, received_piastres on reconciliation_batches
  for each row when (old.booked_at is distinct from new.booked_at or old.received_piastres is distinct from new.received_piastres)
  execute function reconciliation_batches_of_period();

-- What was closed or written off in a signed period is not opened again. When its money comes, a counter-entry of that day follows.
create function reconciliation_breaks_of_period() returns trigger language plpgsql as $$
begin
  if old.closed_at < reconciliation_signed_until(old.processor_account_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create trigger reconciliation_breaks_of_period before update on reconciliation_breaks
  for each row when (old.closed_at is not null and new.closed_at is null) execute function reconciliation_breaks_of_period();

create function reconciliation_write_offs_of_period() returns trigger language plpgsql as $$
begin
  if new.created_at < (select reconciliation_signed_until(b.processor_account_id)
                         from reconciliation_breaks b where b.id = new.break_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create trigger reconciliation_write_offs_of_period before insert on reconciliation_write_offs
  for each row execute function reconciliation_write_offs_of_period();

-- Nothing that people book at an account is dated into a signed period. Payments, refunds and disputes are: they have happened.
create function ledger_transfers_of_period() returns trigger language plpgsql as $$
begin
  if new.effective_at < reconciliation_signed_until(new.processor_account_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create trigger of_period before insert on ledger_transfers
  for each row when (new.processor_account_id is not null and new.kind in (
    'acquirer_paid', 'acquirer_written_off', 'acquirer_fee', 'chargeback_fee', 'correction'))
  execute function ledger_transfers_of_period();

alter table reconciliation_breaks
  drop constraint reconciliation_breaks_kind_check,
  add constraint reconciliation_breaks_kind_check check (kind in (
    'theirs_only', 'ours_only', 'over', 'under', 'fee', 'currency', 'duplicate', 'ambiguous', 'status', 'rounding', 'late', 'deposit',
    'batch_not_paid', 'booked_without_line', 'credit_without_batch', 'debit_without_transfer'));
