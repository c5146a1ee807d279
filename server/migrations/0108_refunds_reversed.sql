-- A refund that was made and came back: the money is the merchant's again.
alter table ledger_transfers
  drop constraint ledger_transfer_kind_known,
  add constraint ledger_transfer_kind_known check (kind in (
    'capture', 'refund', 'refund_reversed', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied',
    'chargeback_won', 'payout_requested', 'payout_handed_over', 'payout_returned', 'acquirer_fee', 'chargeback_fee',
    'correction'));

alter table refunds
  add column reversed_at timestamptz,
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in ('pending', 'succeeded', 'failed', 'canceled', 'reversed')),
  add constraint refunds_reversed check ((state = 'reversed') = (reversed_at is not null));
drop trigger refunds_transition on refunds;
create trigger refunds_transition before update of state on refunds for each row
  when (old.state <> new.state and old.state <> 'pending' and not (old.state = 'succeeded' and new.state = 'reversed'))
  execute function refuse_transition('refunds_legal_transition');

-- Its payment is a success again, but no new one: it is neither counted nor announced once more.
drop trigger transactions_transition on transactions;
create trigger transactions_transition before update of status on transactions for each row
  when (old.status <> new.status
        and not (old.status = 0 and new.status in (1, 2, 4, 5))
        and not (old.status = 1 and new.status = 3)
        and not (old.status = 3 and new.status = 1 and new.refunded_piastres < old.refunded_piastres)
        and not (old.status in (2, 4, 5) and new.status = 1 and 'late' = any (new.flags) and not new.is_payout))
  execute function refuse_transition('transactions_legal_transition');
drop trigger keep_counts on transactions;
create trigger keep_counts after update of status on transactions for each row
  when (old.status not in (1, 3) and new.status = 1 and not new.is_payout)
  execute function keep_method_counts();
drop trigger transactions_tell_webhook on transactions;
create trigger transactions_tell_webhook after update of status on transactions for each row
  when (old.status <> 3 and old.status <> new.status and new.status in (1, 2, 4, 5) and not new.is_payout)
  execute function transactions_tell_webhook();
