-- Keeps the sums of what is due for settlement by day (`settlements_due`) when transactions change, so that the next
-- settlement is read and not added up. Trigger of `transactions`, after update, once per statement. Changes days in
-- order, so that sessions do not deadlock. One payment that becomes due, the usual case, needs no sums.
create or replace function keep_settlements_due()
  returns trigger
  language plpgsql
as $$
declare
  v record;
begin
  select o.merchant_id, o.mode, exists (select from new_rows offset 1) as several,
         o.settlement_status <> 1 and o.expected_settlement_on is not null and o.status in (1, 3) as waited,
         n.settlement_status <> 1 and n.expected_settlement_on is not null and n.status in (1, 3) as waits,
         n.expected_settlement_on as day, n.net_piastres - n.pending_out_piastres as amount
    into v from old_rows o, new_rows n;
  -- One payment that begins to wait.
  if not v.several and not v.waited then
    if v.waits then
      insert into public.settlements_due as d (merchant_id, mode, day, amount_piastres, payments)
      values (v.merchant_id, v.mode, v.day, v.amount, 1)
      on conflict (merchant_id, mode, day) do update
        set amount_piastres = d.amount_piastres + excluded.amount_piastres, payments = d.payments + 1;
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
