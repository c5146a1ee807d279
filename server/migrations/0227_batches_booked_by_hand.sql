-- A batch that was booked by hand is on the bank's statement in time, or a break.

-- Working days after which the bank must have a batch.
alter table reconciliation_profiles
  add column paid_within_days integer not null default 3 check (paid_within_days between 0 and 60);

alter table reconciliation_breaks
  drop constraint reconciliation_breaks_kind_check,
  drop constraint reconciliation_breaks_of_bank,
  add constraint reconciliation_breaks_kind_check check (kind in (
    'theirs_only', 'ours_only', 'over', 'under', 'fee', 'currency', 'duplicate', 'ambiguous', 'status', 'rounding', 'deposit',
    'batch_not_paid', 'booked_without_line', 'credit_without_batch', 'debit_without_transfer')),
  add constraint reconciliation_breaks_of_bank check (
    (kind in ('credit_without_batch', 'debit_without_transfer')) = (bank_line_id is not null)
    and (bank_line_id is null) = (bank_account_id is null)
    and (kind in ('batch_not_paid', 'booked_without_line')) = (batch_id is not null));

-- What a person has said a line is not about: no rule says it again.
create table bank_line_refusals (
  line_id bigint not null references bank_lines on delete cascade,
  batch_id bigint not null references reconciliation_batches,
  primary key (line_id, batch_id)
);
