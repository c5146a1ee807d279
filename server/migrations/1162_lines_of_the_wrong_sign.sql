-- A line that says the opposite direction of what it is about is a break of its own kind, and no larger or smaller amount.
alter table reconciliation_breaks
  drop constraint reconciliation_breaks_kind_check,
  add constraint reconciliation_breaks_kind_check check (kind in (
    'theirs_only', 'ours_only', 'over', 'under', 'sign', 'fee', 'currency', 'duplicate', 'ambiguous', 'status', 'rounding', 'late',
    'deposit', 'batch_not_paid', 'booked_without_line', 'credit_without_batch', 'debit_without_transfer'));
