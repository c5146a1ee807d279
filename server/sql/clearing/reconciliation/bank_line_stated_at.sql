-- Returns when the newest signed report that includes a line of a bank statement was made, or null.
-- `bank_line_links_of_period` and `reconciliation_breaks_of_period` call it.
create or replace function bank_line_stated_at(p_line bigint)
  returns timestamptz
  language sql
  stable
as $$
  select max(c.made_at) from public.bank_lines l
    join public.reconciliation_cut_offs c on c.bank_account_id = l.bank_account_id and c.state = 'signed' and c.day >= l.counted_on
   where l.id = p_line $$;
