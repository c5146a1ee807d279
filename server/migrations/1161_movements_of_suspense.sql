-- Each movement of `suspense`: money that came, or was taken, with a processor's batch and of which nobody knows what it is, until
-- somebody identifies it, writes it off, or the batch is reversed. The ledger has the same sums per merchant and mode.
create table reconciliation_suspense (
  id bigint generated always as identity primary key,
  processor_account_id bigint not null references processor_accounts,
  merchant_id bigint not null,
  mode mode not null,
  cause text not null check (cause in ('booked', 'reversed', 'identified', 'written_off', 'written_back')),
  batch_id bigint,
  break_id bigint,
  reference text not null,
  -- Above zero: more is in suspense, which is owed to somebody.
  amount_piastres bigint not null check (amount_piastres <> 0),
  moved_at timestamptz not null,
  check (num_nonnulls(batch_id, break_id) > 0)
);
create index reconciliation_suspense_of_account on reconciliation_suspense (processor_account_id, moved_at, id)
  include (amount_piastres);
create index reconciliation_suspense_by_time on reconciliation_suspense (moved_at, id);
create trigger append_only before update or delete on reconciliation_suspense for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_suspense for each statement execute function refuse_change();

-- What the ledger has moved so far. A transfer's reference names its batch or break.
insert into reconciliation_suspense (processor_account_id, merchant_id, mode, cause, batch_id, break_id, reference, amount_piastres, moved_at)
select x.account, t.merchant_id, t.mode,
       case when t.kind = 'acquirer_identified' then 'identified'
            when t.kind = 'acquirer_suspended' and t.idempotency_key like '%:reversed:%' then 'reversed'
            when t.kind = 'acquirer_suspended' then 'booked'
            when t.idempotency_key like '%:back' then 'written_back' else 'written_off' end,
       x.batch_id, x.break_id, x.reference, p.amount, t.effective_at
  from (select f.processor_account_id as account, coalesce(a.merchant_id, 0) as merchant_id, a.mode, 'batch:' || b.id as said,
               b.id as batch_id, null::bigint as break_id, coalesce(b.bank_reference, b.name) as reference
          from reconciliation_batches b
          join reconciliation_files f on f.id = b.file_id
          join processor_accounts a on a.id = f.processor_account_id
         where b.booked_at is not null or b.reversals > 0
        union all
        select k.processor_account_id, w.merchant_id, w.mode, 'break:' || k.id, null, k.id, k.reference
          from reconciliation_breaks k
          join (select distinct break_id, merchant_id, mode from reconciliation_write_offs where account = 'suspense') w
            on w.break_id = k.id) x
  join ledger_transfers t on t.merchant_id = x.merchant_id and t.mode = x.mode and t.reference = x.said
                         and t.kind in ('acquirer_suspended', 'acquirer_identified', 'acquirer_written_off')
  join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'suspense'
 where p.amount <> 0
 order by t.effective_at, t.merchant_id, t.id;

-- A cut-off report lists what was in suspense at its end.
alter table reconciliation_cut_off_rows
  drop constraint reconciliation_cut_off_rows_what_check,
  add constraint reconciliation_cut_off_rows_what_check check (what in ('item', 'batch', 'bank_line', 'suspense', 'break', 'write_off'));
