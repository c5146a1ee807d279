-- A request reserves no money: the available amount is checked when it is approved, under the locks held then. Lock
-- order: transactions → approvals → ledger.
create table approvals (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  kind text not null check (kind in ('refund', 'payout', 'settings', 'bank-account')),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired')),
  amount_piastres bigint not null,
  -- the payment to be given back
  transaction_id bigint,
  -- in the requester's words
  reason text not null default '',
  account_name text not null default '',
  bank_name text not null default '',
  iban text not null default '',
  -- users.id
  requested_by bigint not null,
  decided_by bigint,
  -- reason for declining
  decline_reason text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- the requesting key; 0: no longer known. It is unknown who used the key, so two approvals are needed
  requested_key_id bigint,
  first_yes_by bigint,
  first_yes_at timestamptz,
  -- the requested change, if it moves no money
  change jsonb,
  -- A refund that waits for approval stores the fields of the later refund.
  merchant_reference text,
  merchant_reference_unique boolean not null default false,
  metadata jsonb not null default '{}',
  -- The subject of a change that moves no money and so is not distinguished by an amount. One request for each may
  -- wait; a payment may have several waiting refunds. Requests of earlier releases have none.
  single text,
  primary key (merchant_id, id),
  constraint approvals_amount_piastres_check check (amount_piastres > 0 or kind in ('settings', 'bank-account') and
    amount_piastres = 0),
  -- Nobody can decide their own request; only the requester can withdraw it; otherwise it ends only by expiry.
  constraint approvals_by_another check (
    case state
      when 'approved' then decided_by is not null and
      case
        when requested_key_id is null then decided_by <> requested_by
        else first_yes_by is not null and first_yes_by <> decided_by
      end
      when 'declined' then decided_by is not null and (requested_key_id is not null or decided_by <> requested_by)
      when 'withdrawn' then decided_by is not null and decided_by = requested_by
      else decided_by is null
    end),
  -- A request for a payout keeps the account that it names, until a second person approves it.
  constraint approvals_change check (
    case kind
      when 'payout' then true
      else (kind in ('settings', 'bank-account')) = (change is not null)
    end),
  constraint approvals_check check (
    single is null or length(single) >= 1 and length(single) <= 100 and kind in ('settings', 'bank-account')),
  constraint approvals_decided check ((state = 'waiting') = (decided_at is null)),
  constraint approvals_first_yes check ((first_yes_by is null) = (first_yes_at is null) and (first_yes_by is null or
    requested_key_id is not null)),
  constraint approvals_of_a_payment check ((kind = 'refund') = (transaction_id is not null))
);

alter table approvals add constraint approvals_merchant_id_decided_by_fkey foreign key (merchant_id, decided_by)
  references users (merchant_id, id);
alter table approvals add constraint approvals_merchant_id_first_yes_by_fkey foreign key (merchant_id, first_yes_by)
  references users (merchant_id, id);
alter table approvals add constraint approvals_merchant_id_fkey foreign key (merchant_id) references merchants (id);
alter table approvals add constraint approvals_merchant_id_requested_by_fkey foreign key (merchant_id, requested_by)
  references users (merchant_id, id);
alter table approvals add constraint approvals_merchant_id_transaction_id_fkey foreign key (merchant_id,
  transaction_id) references transactions (merchant_id, id);

create index approvals_by_amount on approvals (merchant_id, mode, amount_piastres, id);
create index approvals_by_created_at on approvals (merchant_id, mode, created_at, id);
create index approvals_by_id on approvals (merchant_id, mode, id);
-- The search field of approvals finds requests by who made them.
create index approvals_by_requester on approvals (merchant_id, mode, requested_by, id);
-- The tabs above a merchant's requests count them by state.
create index approvals_by_state on approvals (merchant_id, mode, state, kind);
create index approvals_of_transaction on approvals (merchant_id, transaction_id, id) where transaction_id is not null;
create unique index approvals_single on approvals (merchant_id, mode, kind, single)
  where state = 'waiting' and single is not null;
create index approvals_waiting on approvals (expires_at) where state = 'waiting';

create trigger approvals_transition before update of state on approvals
  for each row when (old.state <> new.state and old.state <> 'waiting') execute function
    refuse_transition('approvals_legal_transition');
