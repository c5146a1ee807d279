-- Refuses a change of a cut-off report other than signing, dropping or reopening it. Periods are signed in order and
-- reopened from the last one. Trigger of `reconciliation_cut_offs`, before update.
create or replace function reconciliation_cut_offs_stay()
  returns trigger
  language plpgsql
as $$
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
  if exists (select from public.reconciliation_cut_offs c
              where (c.processor_account_id = new.processor_account_id or c.bank_account_id = new.bank_account_id)
                and c.state = 'signed' and c.id <> new.id
                and (new.state = 'signed' and c.day is distinct from new.after_day and c.day > coalesce(new.after_day, '-infinity')
                     or new.state = 'reopened' and c.day > new.day)) then
    raise exception 'another period was signed since'
      using errcode = 'restrict_violation', constraint = 'reconciliation_cut_offs_in_order';
  end if;
  return new;
end $$;
