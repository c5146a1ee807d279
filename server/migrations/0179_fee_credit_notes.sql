-- Credit notes: what was taken back of an issued fee invoice, by a correction in the ledger (ADR 69).

create table fee_credit_notes (
  merchant_id bigint not null references merchants (id),
  id bigint generated always as identity not null,
  issuer_tax_id text not null,
  year smallint not null,
  number int not null,
  fee_invoice_id bigint not null,
  -- The correction that gave the money back.
  transfer_id bigint not null,
  issued_at timestamptz not null,
  -- In Cairo.
  issued_on date not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  total_piastres bigint not null,
  -- The rate of the VAT, as the document states it.
  vat_bps int not null,
  reason text not null,
  -- As they are on the invoice.
  issuer jsonb not null,
  merchant jsonb not null,
  constraint fee_credit_notes_pkey primary key (merchant_id, id),
  constraint fee_credit_notes_number unique (merchant_id, issuer_tax_id, year, number),
  constraint fee_credit_notes_once unique (merchant_id, transfer_id),
  constraint fee_credit_notes_invoice foreign key (merchant_id, fee_invoice_id) references fee_invoices (merchant_id, id),
  constraint fee_credit_notes_transfer foreign key (merchant_id, transfer_id) references ledger_transfers (merchant_id, id),
  constraint fee_credit_notes_amounts check (
    fee_piastres >= 0 and vat_piastres >= 0 and total_piastres = fee_piastres + vat_piastres and total_piastres > 0),
  constraint fee_credit_notes_reason check (length(reason) between 1 and 2000)
);
create index fee_credit_notes_of_invoice on fee_credit_notes (merchant_id, fee_invoice_id, id);

create trigger append_only before update or delete or truncate on fee_credit_notes
  for each statement execute function ledger_refuse_change('fee_documents_append_only');

-- The notes of an invoice are never more than it, in fees and in VAT, and each is what its correction gave back. The row of
-- the invoice is locked, so that two notes at once are added up.
create function fee_credit_note_fits() returns trigger
language plpgsql as $$
declare
  v_invoice record;
  v_sum record;
begin
  select i.fee_piastres, i.vat_piastres into v_invoice from fee_invoices i
   where i.merchant_id = new.merchant_id and i.id = new.fee_invoice_id for no key update;
  select coalesce(sum(n.fee_piastres), 0) as fee, coalesce(sum(n.vat_piastres), 0) as vat into v_sum
    from fee_credit_notes n where n.merchant_id = new.merchant_id and n.fee_invoice_id = new.fee_invoice_id;
  if v_sum.fee + new.fee_piastres > v_invoice.fee_piastres or v_sum.vat + new.vat_piastres > v_invoice.vat_piastres then
    perform ledger_refuse('fee_credit_notes_within_invoice', 'the credit notes of an invoice are never more than it');
  end if;
  if not exists (
    select from ledger_transfers t
     where t.merchant_id = new.merchant_id and t.id = new.transfer_id and t.mode = 'live' and t.kind = 'correction'
       and (select coalesce(sum(p.amount), 0) from ledger_postings p where p.merchant_id = t.merchant_id
               and p.transfer_id = t.id and p.account = 'fees' and p.currency = 'EGP') = -new.fee_piastres
       and (select coalesce(sum(p.amount), 0) from ledger_postings p where p.merchant_id = t.merchant_id
               and p.transfer_id = t.id and p.account = 'vat' and p.currency = 'EGP') = -new.vat_piastres
  ) then
    perform ledger_refuse('fee_credit_notes_are_the_ledger', 'a credit note is what a correction gave back');
  end if;
  return new;
end $$;
create trigger fits before insert on fee_credit_notes for each row execute function fee_credit_note_fits();
