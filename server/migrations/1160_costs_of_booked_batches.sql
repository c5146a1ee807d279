-- What processors keep when a batch of a settlement file is booked, one row per transfer of the ledger that moves `acquirer_fees`.
-- With `acquirer_costs`, which operators book one by one, these rows are all costs of processors.
create table reconciliation_costs (
  id bigint generated always as identity primary key,
  processor_account_id bigint not null references processor_accounts,
  batch_id bigint not null,
  merchant_id bigint not null,
  mode mode not null,
  -- False: a cost of no payment, such as a monthly fee.
  of_payments boolean not null,
  -- With VAT; below zero: given back, or the booking was reversed.
  amount_piastres bigint not null check (amount_piastres <> 0),
  booked_at timestamptz not null
);
create index reconciliation_costs_by_time on reconciliation_costs (processor_account_id, booked_at)
  include (amount_piastres, of_payments);
create trigger append_only before update or delete on reconciliation_costs for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_costs for each statement execute function refuse_change();

-- Lines of a reversed batch are found by it: the costs of their payments have changed.
create index reconciliation_unsettled_of_batch on reconciliation_unsettled (batch_id);

-- Batches that were booked before. A transfer's reference names its batch.
insert into reconciliation_costs (processor_account_id, batch_id, merchant_id, mode, of_payments, amount_piastres, booked_at)
select f.processor_account_id, b.id, t.merchant_id, t.mode, t.kind = 'acquirer_paid', -p.amount, t.effective_at
  from reconciliation_batches b
  join reconciliation_files f on f.id = b.file_id
  join processor_accounts a on a.id = f.processor_account_id
  join (select merchant_id, 'live'::mode as mode from ledger_accounts where kind = 'acquirer_fees' and mode = 'live'
        union select merchant_id, 'test' from ledger_accounts where kind = 'acquirer_fees' and mode = 'test') m on m.mode = a.mode
  join ledger_transfers t on t.merchant_id = m.merchant_id and t.mode = m.mode and t.reference = 'batch:' || b.id
                         and t.kind in ('acquirer_paid', 'acquirer_suspended')
  join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'acquirer_fees'
 where (b.booked_at is not null or b.reversals > 0) and p.amount <> 0
 order by t.effective_at, t.merchant_id, t.id;
-- The figures of the days that these payments were made on are summed up again.
update payment_figures_state set next_day = least(next_day, (
  select min(t.created_at at time zone 'Africa/Cairo')::date
    from reconciliation_lines l join transactions t on t.merchant_id = l.merchant_id and t.id = l.item_id
   where l.item = 'payment' and l.settled_piastres + l.rounded_piastres <> l.net_piastres));
