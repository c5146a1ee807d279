-- When a merchant was reminded that a dispute still waits for an answer: once at most.
alter table chargebacks add column reminded_at timestamptz;

-- Disputes that may have to be reminded of, of all merchants; few, and each leaves once it is reminded of or answered.
create index chargebacks_to_remind on chargebacks (due_at)
 where status = 0 and answered_at is null and reminded_at is null;

-- The sandbox refuses the next refunds of a payment, so that integrators see what becomes of one that fails.
alter table sandbox_payments
  add column refunds_to_refuse smallint not null default 0 check (refunds_to_refuse >= 0);
