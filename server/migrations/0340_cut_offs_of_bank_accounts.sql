-- Cut-off reports of the provider's bank accounts, so that every line of the bank's is in a report that two people sign, whether it
-- belongs to an account at a processor or not.

-- The day as of which a line is counted: its own, or the first that was not signed when it came.
alter table bank_lines add column counted_on date;
update bank_lines set counted_on = booked_on;
alter table bank_lines
  alter column counted_on set not null,
  add constraint bank_lines_counted check (counted_on >= booked_on);

alter table reconciliation_cut_offs
  alter column processor_account_id drop not null,
  add column bank_account_id bigint references provider_bank_accounts,
  add constraint reconciliation_cut_offs_of check (num_nonnulls(processor_account_id, bank_account_id) = 1);
create unique index reconciliation_cut_offs_prepared_of_bank on reconciliation_cut_offs (bank_account_id) where state = 'prepared';
create unique index reconciliation_cut_offs_once_of_bank on reconciliation_cut_offs (bank_account_id, day) where state = 'signed';

create or replace function reconciliation_cut_offs_stay() returns trigger language plpgsql as $$
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
              where (c.processor_account_id = new.processor_account_id or c.bank_account_id = new.bank_account_id)
                and c.state = 'signed' and c.id <> new.id
                and (new.state = 'signed' and c.day is distinct from new.after_day and c.day > coalesce(new.after_day, '-infinity')
                     or new.state = 'reopened' and c.day > new.day)) then
    raise exception 'another period was signed since'
      using errcode = 'restrict_violation', constraint = 'reconciliation_cut_offs_in_order';
  end if;
  return new;
end $$;

alter table reconciliation_cut_off_rows
  drop constraint reconciliation_cut_off_rows_what_check,
  add constraint reconciliation_cut_off_rows_what_check check (what in ('item', 'batch', 'bank_line', 'break', 'write_off'));

-- The last signed day of a bank account; null: none is.
create function bank_signed_day(p_account bigint) returns date language sql stable as $$
  select max(day) from reconciliation_cut_offs where bank_account_id = p_account and state = 'signed' $$;

-- When the last report was made that is signed and says what a line of the bank's is about; null: none does.
create function bank_line_stated_at(p_line bigint) returns timestamptz language sql stable as $$
  select max(c.made_at) from bank_lines l
    join reconciliation_cut_offs c on c.bank_account_id = l.bank_account_id and c.state = 'signed' and c.day >= l.counted_on
   where l.id = p_line $$;

-- A line that comes late is counted in the next period, and one that was counted stays.
create function bank_lines_of_period() returns trigger language plpgsql as $$
begin
  if exists (select from (select bank_account_id, min(counted_on) as first_day from changed group by 1) a
              where a.first_day <= bank_signed_day(a.bank_account_id)) then
    perform reconciliation_refuse_signed();
  end if;
  return null;
end $$;
create trigger bank_lines_of_period after insert on bank_lines referencing new table as changed
  for each statement execute function bank_lines_of_period();
create trigger bank_lines_signed_stay after delete on bank_lines referencing old table as changed
  for each statement execute function bank_lines_of_period();
create trigger bank_lines_stay before update on bank_lines
  for each row when (old is distinct from new) execute function refuse_change();

-- What a line is about stays as signed. One that was open when its report was signed may be explained afterwards.
create function bank_line_links_of_period() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at <= bank_line_stated_at(old.line_id) then
      perform reconciliation_refuse_signed();
    end if;
    return old;
  end if;
  if bank_line_stated_at(new.line_id) is not null
     and not exists (select from reconciliation_breaks b where b.bank_line_id = new.line_id and b.closed_at is null) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create trigger bank_line_links_of_period before insert or delete on bank_line_links
  for each row execute function bank_line_links_of_period();

create or replace function reconciliation_breaks_of_period() returns trigger language plpgsql as $$
begin
  if old.closed_at < reconciliation_signed_until(old.processor_account_id)
     or old.closed_at <= bank_line_stated_at(old.bank_line_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;

create or replace function reconciliation_write_offs_of_period() returns trigger language plpgsql as $$
begin
  if new.created_at < (select coalesce(reconciliation_signed_until(b.processor_account_id),
                                       (select max(c.ends_at) from reconciliation_cut_offs c
                                         where c.bank_account_id = b.bank_account_id and c.state = 'signed'))
                         from reconciliation_breaks b where b.id = new.break_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
