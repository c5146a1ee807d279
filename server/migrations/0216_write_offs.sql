-- What is given up of a break, once a second operator has agreed.

alter table ledger_transfers
  drop constraint ledger_transfer_kind_known,
  add constraint ledger_transfer_kind_known check (kind in (
    'capture', 'refund', 'refund_reversed', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied',
    'chargeback_won', 'payout_requested', 'payout_handed_over', 'payout_returned', 'acquirer_fee', 'chargeback_fee',
    'acquirer_paid', 'acquirer_suspended', 'acquirer_identified', 'acquirer_written_off', 'reserve_released',
    'reserve_drawn', 'correction'));

alter table reconciliation_breaks
  drop constraint reconciliation_breaks_state_check,
  drop constraint reconciliation_breaks_check,
  add constraint reconciliation_breaks_state_check
    check (state in ('open', 'looking', 'waiting', 'resolved', 'written_off')),
  add constraint reconciliation_breaks_closed check ((state in ('resolved', 'written_off')) = (closed_at is not null));

create table reconciliation_write_offs (
  id bigint generated always as identity primary key,
  break_id bigint not null references reconciliation_breaks,
  -- The account that it leaves, and whose ledger that is in; 0: the provider's own.
  account text not null check (account in ('clearing', 'suspense', 'bank')),
  merchant_id bigint not null,
  mode mode not null,
  -- Of `clearing` alone.
  processor_account_id bigint references processor_accounts,
  -- What `write_offs` moved by: below zero, what it costs us.
  amount_piastres bigint not null check (amount_piastres <> 0),
  -- Of a payment, refund or chargeback that never came.
  item text,
  item_id bigint,
  reason text not null check (reason <> ''),
  asked_by text not null check (asked_by <> ''),
  approved_by text not null check (approved_by <> ''),
  created_at timestamptz not null,
  -- By a counter-entry: the money came after all, or two operators took it back.
  undone_at timestamptz,
  undone_by text,
  undone_reason text,
  constraint reconciliation_write_offs_account check ((account = 'clearing') = (processor_account_id is not null)),
  constraint reconciliation_write_offs_undone check
    ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_reason is null)),
  constraint reconciliation_write_offs_by_two check (asked_by <> approved_by)
);
-- A break is written off once.
create unique index reconciliation_write_offs_once on reconciliation_write_offs (break_id) where undone_at is null;
create index reconciliation_write_offs_of_item on reconciliation_write_offs (merchant_id, item, item_id)
  where item is not null and undone_at is null;
-- It stays as it was; it is undone once.
create trigger reconciliation_write_offs_stay before update on reconciliation_write_offs
  for each row when (old.undone_at is not null
                     or to_jsonb(new) - '{undone_at,undone_by,undone_reason}'::text[]
                        is distinct from to_jsonb(old) - '{undone_at,undone_by,undone_reason}'::text[])
  execute function refuse_change();
create trigger reconciliation_write_offs_kept before delete or truncate on reconciliation_write_offs
  for each statement execute function refuse_change();

-- What a booked batch left behind stays while something of it is written off.
create function reconciliation_batches_written_off() returns trigger language plpgsql as $$
begin
  if exists (select from reconciliation_write_offs w
               join reconciliation_breaks b on b.id = w.break_id
               join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
              where w.undone_at is null and w.account <> 'bank' and l.file_id = old.file_id and l.batch_id = old.id) then
    raise exception 'something of the batch is written off'
      using errcode = 'restrict_violation', constraint = 'reconciliation_batches_written_off';
  end if;
  return new;
end $$;
create trigger reconciliation_batches_written_off before update of booked_at on reconciliation_batches
  for each row when (old.booked_at is not null and new.booked_at is null)
  execute function reconciliation_batches_written_off();
