-- Statements that take arrays, the queue's and the ledger's, were planned again for each payment, because PostgreSQL knows the
-- length of the array it is given; the plan was the same each time, and a seventh of what a capture cost.
alter function attempt_outcome(bigint, bigint, text, timestamptz, date, bigint, text, text, boolean, boolean)
  set plan_cache_mode = 'force_generic_plan';
