-- Of a change that moves no money, and so is not told apart by an amount: what it changes. One of each waits; a payment may have
-- several refunds that wait. Requests of earlier releases have none.
alter table approvals add column single text
  check (single is null or (length(single) >= 1 and length(single) <= 100 and kind in ('settings', 'bank-account')));
