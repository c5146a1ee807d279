-- Refuses an illegal change of a transaction's status. A failed, canceled or expired one succeeds only with the flag
-- `late`; a failed one also without it if the payer's time had not run out. Trigger of `transactions`, before changes
-- of status.
create or replace function transactions_move_legally()
  returns trigger
  language plpgsql
as $$
begin
  if old.status = 0 and new.status in (1, 2, 4, 5) then
    return new;
  end if;
  if new.status = old.status
     or (old.status = 1 and new.status = 3)
     or (old.status = 1 and new.status = 5 and new.is_payout)
     or (old.status = 3 and new.status = 1 and new.refunded_piastres < old.refunded_piastres)
     or (old.status in (2, 4, 5) and new.status = 1 and 'late' = any (new.flags) and not new.is_payout)
     or (old.status = 2 and new.status = 1 and not new.is_payout and exists (
           select from public.payment_attempts a
            where a.merchant_id = new.merchant_id and a.transaction_id = new.id
              and a.state = 'succeeded' and a.paid_at < a.expires_at)) then
    return new;
  end if;
  raise exception using errcode = 'check_violation', constraint = 'transactions_legal_transition', table = 'transactions',
    message = 'transactions: this change of status is not legal';
end $$;
