-- A batch that was booked by mistake is reversed, and can be booked again.

alter table reconciliation_batches
  -- How often its booking was reversed: part of what its transfers are known by.
  add column reversals integer not null default 0 check (reversals >= 0);
