-- When the last report was made that is signed and says what a line of the bank's is about; null: none does.
create or replace function bank_line_stated_at(p_line bigint)
  returns timestamptz
  language sql
  stable
as $$
  select max(c.made_at) from public.bank_lines l
    join public.reconciliation_cut_offs c on c.bank_account_id = l.bank_account_id and c.state = 'signed' and c.day >= l.counted_on
   where l.id = p_line $$;
