-- What a processor says of a payment and our books do not, and only a person can settle: a refund without its amount, a
-- dispute without its case, a payment or refund that it calls failed after it was booked here.
create table discrepancies (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  transaction_id bigint not null,
  -- The attempt and the account at which its payment was made; null: the sandbox.
  attempt_id bigint not null,
  account_id bigint,
  kind text not null check (kind in ('refund-unnamed', 'dispute-unnamed', 'refund-failed', 'payment-failed')),
  -- The refund that is called failed.
  refund_id bigint,
  -- In the processor's words.
  said text not null check (length(said) between 1 and 200),
  -- What it names as the amount; null when it names none.
  amount_piastres bigint check (amount_piastres > 0),
  found_at timestamptz not null,
  ending text,
  ended_at timestamptz,
  -- An operator; system when the processor itself ended it.
  ended_by text check (ended_by <> ''),
  -- Why, in the operator's words.
  reason text not null default '',
  -- What put it right: the refund that was booked, or the dispute.
  booked_refund_id bigint,
  chargeback_id bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions (merchant_id, id),
  foreign key (merchant_id, refund_id) references refunds (merchant_id, id),
  foreign key (merchant_id, booked_refund_id) references refunds (merchant_id, id),
  foreign key (merchant_id, chargeback_id) references chargebacks (merchant_id, id),
  constraint discrepancies_ended check
    ((ending is null) = (ended_at is null) and (ending is null) = (ended_by is null)),
  constraint discrepancies_of_refund check ((kind = 'refund-failed') = (refund_id is not null)),
  constraint discrepancies_ending check (
    ending is null
    or ending = 'stands' and reason <> '' and booked_refund_id is null and chargeback_id is null
    or ending = 'refunded' and kind = 'refund-unnamed' and reason <> '' and booked_refund_id is not null
    or ending = 'reversed' and kind = 'refund-failed'
    or ending = 'disputed' and kind in ('dispute-unnamed', 'payment-failed') and chargeback_id is not null)
);
-- Each stands on the list once, however often it is said.
create unique index discrepancies_open on discrepancies (merchant_id, transaction_id, kind, coalesce(refund_id, 0))
  where ending is null;
create index discrepancies_waiting on discrepancies (found_at, id) where ending is null;
create index discrepancies_of_payment on discrepancies (merchant_id, transaction_id);
create trigger discrepancies_ended_once before update on discrepancies for each row when (old.ending is not null)
  execute function refuse_change();
create trigger never_deleted before delete or truncate on discrepancies
  for each statement execute function refuse_change();
