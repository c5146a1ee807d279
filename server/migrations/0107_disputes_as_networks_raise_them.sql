-- Disputes as networks raise them: with their case, of what the payer was charged, also after a refund, through several
-- stages, and decided more than once.

alter table chargebacks
  -- The network's or processor's id of the case; empty when it was opened by hand without one.
  add column case_id text collate "C" not null default '' check (length(case_id) <= 64),
  -- As the network writes it.
  add column reason_code text not null default '' check (length(reason_code) <= 40),
  add column stage text not null default 'chargeback' check (stage in ('chargeback', 'pre_arbitration', 'arbitration')),
  -- The processor account of the payment; null: the sandbox.
  add column account_id bigint,
  add column origin text not null default 'operator' check (origin in ('operator', 'processor')),
  -- How often its money was held: once, and once more each time that it was opened again.
  add column rounds smallint not null default 1 check (rounds > 0);

update chargebacks c set account_id = a.processor_account_id
  from payment_attempts a
 where a.merchant_id = c.merchant_id and a.transaction_id = c.transaction_id and a.processor_account_id is not null;

-- Several cases of one payment may go on at once. Without an id nobody can tell two apart.
drop index chargebacks_of_transaction;
create unique index chargebacks_of_transaction on chargebacks (merchant_id, transaction_id)
  where status <> 2 and case_id = '';
create unique index chargebacks_case on chargebacks (merchant_id, mode, coalesce(account_id, 0), case_id)
  where status <> 2 and case_id <> '';
create index chargebacks_by_case on chargebacks (merchant_id, mode, (search_key(case_id) collate "C"), id);
create index chargebacks_of_all_by_case on chargebacks ((search_key(case_id) collate "C"));

-- A decided case is opened again only as another round.
drop trigger chargebacks_transition on chargebacks;
create trigger chargebacks_transition before update of status on chargebacks
  for each row when (old.status <> new.status and old.status <> 0
                     and not (new.status = 0 and new.rounds = old.rounds + 1))
  execute function refuse_transition('chargebacks_legal_transition');

-- The history of a case.
create table chargeback_stages (
  merchant_id bigint not null,
  chargeback_id bigint not null,
  step smallint not null check (step > 0),
  at timestamptz not null,
  stage text not null check (stage in ('chargeback', 'pre_arbitration', 'arbitration')),
  -- As of the case: open, applied or withdrawn from then on.
  status smallint not null check (status in (0, 1, 2)),
  round smallint not null check (round > 0),
  due_at timestamptz not null,
  reason_code text not null default '',
  -- ops:mona, system; empty when an earlier release wrote the case
  actor text not null,
  primary key (merchant_id, chargeback_id, step),
  foreign key (merchant_id, chargeback_id) references chargebacks
);
insert into chargeback_stages (merchant_id, chargeback_id, step, at, stage, status, round, due_at, actor)
select merchant_id, id, 1, created_at, stage, 0, 1, due_at, '' from chargebacks
union all
select merchant_id, id, 2, decided_at, stage, status, 1, due_at, '' from chargebacks where status <> 0;
create trigger chargeback_stages_append_only before update or delete on chargeback_stages
  for each row execute function refuse_change();
create trigger never_emptied before truncate on chargeback_stages
  for each statement execute function refuse_change();

-- A dispute is of what the payer was charged, whatever was refunded of it. That no new refund is made of disputed money
-- is asked by the statement that reserves a refund.
alter table transactions
  drop constraint transactions_out_covered,
  add constraint transactions_refunds_covered check (refunded_piastres + refunding_piastres <= value_piastres) not valid,
  add constraint transactions_disputes_covered check (disputed_piastres <= charged_piastres) not valid;

-- A refund that was not sent yet when its money was disputed waits for a person.
alter table refunds drop constraint refunds_for_operator_check;
alter table refunds add constraint refunds_for_operator_check
  check (for_operator in ('ambiguous', 'transfer', 'disputed')) not valid;
