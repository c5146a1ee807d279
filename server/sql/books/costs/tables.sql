-- Acquirers' charges to us for a payment or a dispute. Each is booked once in the ledger, at the account's `clearing`.
create table acquirer_costs (
  processor_account_id bigint not null,
  -- The acquirer's own; the same one is the same cost, whichever payment it is of.
  reference text collate "C" not null check (length(reference) between 1 and 100),
  merchant_id bigint not null,
  transaction_id bigint not null,
  mode mode not null,
  -- The kind of its transfer.
  kind text not null check (kind in ('acquirer_fee', 'chargeback_fee')),
  -- With VAT. Less than zero: given back.
  amount_piastres bigint not null check (amount_piastres <> 0),
  -- Null: the acquirer names none.
  vat_piastres bigint,
  -- An operator, or the settlement file that it was in.
  actor text not null check (actor <> ''),
  booked_at timestamptz not null,
  primary key (processor_account_id, reference),
  constraint acquirer_costs_vat_within check (vat_piastres >= least(amount_piastres, 0::bigint) and vat_piastres <=
    greatest(amount_piastres, 0::bigint))
);

alter table acquirer_costs add constraint acquirer_costs_merchant_id_transaction_id_fkey foreign key (merchant_id,
  transaction_id) references transactions (merchant_id, id);
alter table acquirer_costs add constraint acquirer_costs_processor_account_id_fkey foreign key (processor_account_id)
  references processor_accounts (id);

create index acquirer_costs_by_time on acquirer_costs (processor_account_id, booked_at) include (amount_piastres);
create index acquirer_costs_of_payment on acquirer_costs (merchant_id, transaction_id, booked_at);

create trigger append_only before delete or update on acquirer_costs
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on acquirer_costs for each statement execute function refuse_change();
