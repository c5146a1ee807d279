-- Which attempts are to be asked about, and which were given up without an answer.
create index concurrently payment_attempts_to_ask on payment_attempts (processor, next_ask_at)
  where next_ask_at is not null;
create index concurrently payment_attempts_unanswered on payment_attempts (unanswered_at)
  where unanswered_at is not null;
drop index concurrently payment_attempts_ends;
