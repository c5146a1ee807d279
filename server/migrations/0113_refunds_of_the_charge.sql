-- A refund that a processor made by itself may be of all that the payer was charged, with the fees that they bore. What
-- we ask for stays within the payment's worth: the statement that reserves a refund sees to it.
alter table transactions
  drop constraint transactions_refund_covered,
  drop constraint transactions_refunds_covered,
  drop constraint transactions_refunded_whole,
  add constraint transactions_refund_covered check (refunded_piastres between 0 and charged_piastres) not valid,
  add constraint transactions_refunds_covered check (refunded_piastres + refunding_piastres <= charged_piastres) not valid,
  add constraint transactions_refunded_whole check (status <> 3 or refunded_piastres >= value_piastres) not valid;

-- A refund that ended as failed, and that its processor made after all, is pending until it is booked.
drop trigger refunds_transition on refunds;
create trigger refunds_transition before update of state on refunds for each row
  when (old.state <> new.state and old.state <> 'pending' and not (old.state = 'succeeded' and new.state = 'reversed')
        and not (old.state = 'failed' and new.state = 'pending'))
  execute function refuse_transition('refunds_legal_transition');
