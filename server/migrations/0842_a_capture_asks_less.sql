-- The same rules, without a statement where there is nothing to ask.
create or replace function ledger_check_transfer() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (
    select from ledger_postings p where p.merchant_id = new.merchant_id and p.transfer_id = new.id
  ) then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;
  if new.corrects_transfer_id is not null then
    if not exists (
      select from ledger_transfers t
       where t.merchant_id = new.merchant_id and t.id = new.corrects_transfer_id and t.mode = new.mode
    ) then
      perform ledger_refuse('ledger_corrects_a_transfer', 'a correction stays in the mode of what it corrects');
    end if;
  end if;
  return null;
end $$;

create or replace function ledger_open_day() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_day date := (new.effective_at at time zone 'Africa/Cairo')::date;
begin
  if not exists (select from ledger_days d
                  where d.merchant_id = new.merchant_id and d.mode = new.mode and d.day >= v_day) then
    insert into ledger_days (merchant_id, mode, day, first_transfer_id)
    values (new.merchant_id, new.mode, v_day, new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;

create or replace function queue_job(p_merchant_id bigint, p_name text, p_payload json) returns void language plpgsql as $$
declare
  v_count int := coalesce(nullif(current_setting('daftar.queued', true), ''), '0')::int + 1;
  v_set text := set_config('daftar.queued', v_count::text, true);
begin
  perform add_plain_job(p_merchant_id, p_name, p_payload,
    case when v_count <= 100 then 0 else least(15, 1 + floor(log(2, v_count / 100.0))::int) end);
end $$;

-- One payment whose money arrives is what most statements change; it needs no sums.
create or replace function keep_settlements_due() returns trigger language plpgsql as $$
declare
  v record;
begin
  select o.merchant_id, o.mode, (select count(*) from new_rows) as rows,
         o.settlement_status <> 1 and o.expected_settlement_on is not null and o.status in (1, 3) as waited,
         n.settlement_status <> 1 and n.expected_settlement_on is not null and n.status in (1, 3) as waits,
         n.expected_settlement_on as day, n.net_piastres - n.pending_out_piastres as amount
    into v from old_rows o, new_rows n limit 1;
  if v.rows = 1 and not v.waited then
    if v.waits then
      perform settlements_due_add(v.merchant_id, v.mode, v.day, v.amount, 1);
    end if;
    return null;
  end if;
  -- Days in order, so that two who change the same days do not wait for each other.
  perform settlements_due_add(s.merchant_id, s.mode, s.day, s.amount, s.payments)
     from (
       select c.merchant_id, c.mode, c.day, sum(c.amount)::bigint as amount, sum(c.payments)::integer as payments
         from (
           select o.merchant_id, o.mode, o.expected_settlement_on as day,
                  o.pending_out_piastres - o.net_piastres as amount, -1 as payments
             from old_rows o
            where o.settlement_status <> 1 and o.expected_settlement_on is not null and o.status in (1, 3)
           union all
           select n.merchant_id, n.mode, n.expected_settlement_on, n.net_piastres - n.pending_out_piastres, 1
             from new_rows n
            where n.settlement_status <> 1 and n.expected_settlement_on is not null and n.status in (1, 3)) c
        group by 1, 2, 3 having sum(c.amount) <> 0 or sum(c.payments) <> 0
        order by 1, 2, 3) s;
  return null;
end $$;
