-- One payer's try. Of a card only brand and last four digits are ever here; of a one-time code only its hash.
create table payment_attempts (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- in the payer's address: /pay/{payable's token}/{this}
  token text collate "C" not null,
  payable_kind text not null,
  payable_id bigint not null,
  transaction_id bigint not null,
  payment_method smallint not null,
  state text not null default 'pending',
  -- holds one of the payable's places, until hold_expires_at
  holds_place boolean not null default true,
  hold_expires_at timestamptz not null,
  -- succeeded and took one of the payable's places for good (late or partial money may not)
  counted boolean not null default false,
  -- when an unfinished attempt ends; a kiosk code outlives the hold
  expires_at timestamptz not null,
  processor text not null,
  -- the processor's own name for this payment; money is known by it
  processor_reference text,
  -- the merchant's amount, in EGP
  value_piastres bigint not null,
  -- the amount charged to the payer, in EGP: the same, plus fee and VAT if the customer bears them
  charge_piastres bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  -- the terms they follow from, kept for an amount that arrives differently
  rate_bps int not null,
  fixed_fee_piastres bigint not null,
  vat_bps int not null,
  fees_on char(1) not null,
  -- ar or en: the language the payer saw
  locale text not null,
  payer_name text not null default '',
  payer_email text not null default '',
  payer_mobile text not null default '',
  payer_address text not null default '',
  card_brand text,
  card_last4 char(4),
  -- recipient of the one-time code
  wallet_mobile text,
  otp_hash bytea,
  otp_tries smallint not null default 0,
  otp_sent_at timestamptz,
  otp_expires_at timestamptz,
  -- kiosk code or InstaPay address
  code text,
  failure_reason text,
  -- a random key of the form that was posted: the same form posted twice is one attempt
  submission_key text collate "C",
  -- more money for an order that was paid already (a kiosk code paid twice): the attempt it is a copy of
  duplicate_of bigint,
  -- the processor announced that the payer will dispute this payment; chargebacks pick it up
  dispute_announced boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  -- An expired hold frees its place and nothing else: only the processor knows the outcome of the payment. So each
  -- attempt has the time of the next inquiry, also after we ended it, until the processor's answer is final or the
  -- method cannot be paid any more. null: no more inquiries
  next_ask_at timestamptz default (now() + '00:02:00'::interval),
  -- number of inquiries, which determines the pause before the next
  asks smallint not null default 0,
  -- when the processor last answered
  answered_at timestamptz,
  -- given up without an answer to the last inquiry: for an operator
  unanswered_at timestamptz,
  -- Our id of the payment at its processor. Null: made by an earlier release in the sandbox, where it was merchant and
  -- token.
  external_ref text collate "C",
  -- Null: the sandbox.
  processor_account_id bigint,
  -- The redirect of the payer: method, URL and fields of the form.
  redirect jsonb,
  -- When its processor was last asked because the payer returned.
  return_asked_at timestamptz,
  -- An unknown status as the processor last reported it, shown to operators besides payments without an answer; null
  -- when it was understood.
  unknown_word text,
  -- Number of pieces of a payment, if its payer chose.
  quantity int not null default 1,
  primary key (merchant_id, id),
  constraint payment_attempts_merchant_id_token_key unique (merchant_id, token)
) with (fillfactor = 95);

alter table payment_attempts add constraint payment_attempts_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table payment_attempts add constraint payment_attempts_of_a_transaction foreign key (merchant_id,
  transaction_id) references transactions (merchant_id, id);

-- The other payments of an order that was paid more than once: a refund or a dispute of the order may be of any of
-- them.
create index payment_attempts_copies on payment_attempts (merchant_id, duplicate_of) where duplicate_of is not null;
-- Disputes that a processor announced with the payment; few, and each looked at by a job until it is opened.
create index payment_attempts_disputed on payment_attempts (merchant_id, transaction_id) where dispute_announced;
-- Finds a payment by our id of it at its processor: a hundred random bits, so that two never have the same.
create index payment_attempts_external_ref on payment_attempts (external_ref) where external_ref is not null;
create index payment_attempts_hold_ends on payment_attempts (hold_expires_at) where holds_place;
create index payment_attempts_holding on payment_attempts (merchant_id, payable_kind, payable_id, hold_expires_at)
  where holds_place;
-- Processors number payments per account: two accounts at one processor may use the same reference for different
-- money.
create unique index payment_attempts_money on payment_attempts (merchant_id, processor, coalesce(processor_account_id,
  0::bigint), processor_reference) where processor_reference is not null;
create index payment_attempts_of_account on payment_attempts (processor_account_id, created_at)
  where processor_account_id is not null;
-- Finds who has tried to pay an invoice, and who is paying it: kiosk codes outlive the hold of their place.
create index payment_attempts_of_invoices on payment_attempts (merchant_id, payable_id, expires_at)
  where payable_kind = 'invoice';
-- Pending payments of a merchant, which count towards its monthly limit.
create index payment_attempts_open on payment_attempts (merchant_id, mode) include (charge_piastres)
  where state in ('pending', 'challenge', 'otp', 'redirect', 'awaiting');
-- The attempt that paid is queried for invoices and orders only; most attempts are of links.
create index payment_attempts_paid on payment_attempts (merchant_id, payable_kind, payable_id)
  where counted and payable_kind <> 'payment-link';
create index payment_attempts_submission on payment_attempts (merchant_id, payable_kind, payable_id, submission_key)
  where submission_key is not null;
-- Attempts due for an inquiry, and those given up without an answer.
create index payment_attempts_to_ask on payment_attempts (processor, next_ask_at) where next_ask_at is not null;
create index payment_attempts_transaction on payment_attempts (merchant_id, transaction_id);
create index payment_attempts_unanswered on payment_attempts (unanswered_at) where unanswered_at is not null;
create index payment_attempts_unknown on payment_attempts (id) where unknown_word is not null;

create trigger customer_pays after insert on payment_attempts for each row execute function customer_pays();
create trigger payment_attempts_as_offered after insert on payment_attempts
  for each row when (new.payable_kind = 'payment-link') execute function attempt_is_as_offered();
create trigger payment_attempts_terms after insert or update of value_piastres, charge_piastres, fee_piastres,
  vat_piastres, fees_on, locale, card_last4, external_ref, unknown_word on payment_attempts for each row execute
  function payment_attempts_terms();
alter table payment_attempts enable always trigger payment_attempts_terms;
-- Success is final. A failed, canceled or expired attempt may still succeed: late money is booked, never dropped.
create trigger payment_attempts_transition after insert or update of state, holds_place, counted on payment_attempts
  for each row execute function payment_attempts_move_legally();
alter table payment_attempts enable always trigger payment_attempts_transition;

-- Differences between a processor's reports and our books that only an operator can settle: a refund without its
-- amount, a dispute without its case, a payment or refund reported as failed after it was booked here.
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
  -- The amount that it reports; null if none.
  amount_piastres bigint check (amount_piastres > 0),
  found_at timestamptz not null,
  ending text,
  ended_at timestamptz,
  -- An operator; system when the processor itself ended it.
  ended_by text check (ended_by <> ''),
  -- Reason, in the operator's words.
  reason text not null default '',
  -- The correction: the booked refund, or the dispute.
  booked_refund_id bigint,
  chargeback_id bigint,
  primary key (merchant_id, id),
  constraint discrepancies_ended check (
    (ending is null) = (ended_at is null) and (ending is null) = (ended_by is null)),
  constraint discrepancies_ending check (ending is null or ending = 'stands' and reason <> '' and booked_refund_id is
    null and chargeback_id is null or ending = 'refunded' and kind = 'refund-unnamed' and reason <> '' and
    booked_refund_id is not null or ending = 'reversed' and kind = 'refund-failed' or ending = 'disputed' and kind in
    ('dispute-unnamed', 'payment-failed') and chargeback_id is not null),
  constraint discrepancies_of_refund check ((kind = 'refund-failed') = (refund_id is not null))
);

alter table discrepancies add constraint discrepancies_merchant_id_booked_refund_id_fkey foreign key (merchant_id,
  booked_refund_id) references refunds (merchant_id, id);
alter table discrepancies add constraint discrepancies_merchant_id_chargeback_id_fkey foreign key (merchant_id,
  chargeback_id) references chargebacks (merchant_id, id);
alter table discrepancies add constraint discrepancies_merchant_id_refund_id_fkey foreign key (merchant_id, refund_id)
  references refunds (merchant_id, id);
alter table discrepancies add constraint discrepancies_merchant_id_transaction_id_fkey foreign key (merchant_id,
  transaction_id) references transactions (merchant_id, id);

create index discrepancies_of_payment on discrepancies (merchant_id, transaction_id);
-- Each is listed once, however often it is reported.
create unique index discrepancies_open on discrepancies (merchant_id, transaction_id, kind, coalesce(refund_id,
  0::bigint)) where ending is null;
create index discrepancies_waiting on discrepancies (found_at, id) where ending is null;

create trigger discrepancies_ended_once before update on discrepancies
  for each row when (old.ending is not null) execute function refuse_change();
create trigger never_deleted before delete on discrepancies for each statement execute function refuse_change();
create trigger never_emptied before truncate on discrepancies for each statement execute function refuse_change();
