-- Refuses to commit a transfer without postings, or a correction of a transfer of another mode or of a later one.
-- Deferred constraint trigger of `ledger_transfers`, because a transfer is inserted before its postings.
create or replace function ledger_check_transfer()
  returns trigger
  language plpgsql
  set enable_seqscan = off
as $$
begin
  if not exists (
    select from public.ledger_postings p where p.merchant_id = new.merchant_id and p.transfer_id = new.id
  ) then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;
  if new.corrects_transfer_id is not null then
    if not exists (
      select from public.ledger_transfers t
       where t.merchant_id = new.merchant_id and t.id = new.corrects_transfer_id and t.mode = new.mode and t.id < new.id
    ) then
      perform ledger_refuse('ledger_corrects_a_transfer', 'a correction stays in the mode of what it corrects, and comes after it');
    end if;
  end if;
  return null;
end $$;
