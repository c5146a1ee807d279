-- A status of a processor that we do not understand is shown to operators beside the payments that nobody answered for.
alter table payment_attempts
  -- As the processor last said it; null when it was understood.
  add column unknown_word text check (length(unknown_word) between 1 and 100);
create index payment_attempts_unknown on payment_attempts (id) where unknown_word is not null;
