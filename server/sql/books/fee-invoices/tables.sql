create table fee_invoices (
  merchant_id bigint not null,
  id bigint generated always as identity,
  issuer_tax_id text not null,
  year smallint not null,
  number int not null,
  -- The first day of the month.
  month date not null,
  issued_at timestamptz not null,
  -- In Cairo.
  issued_on date not null,
  -- The invoice contains the transfers effective from `since_at` and before `until_at`, up to this one, that are in no
  -- earlier invoice: late bookings are in the next one, and no transfer is in two.
  since_at timestamptz not null,
  until_at timestamptz not null,
  through_transfer_id bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  total_piastres bigint not null,
  -- Fees that customers paid on top of the price, by the same transfers.
  customer_fee_piastres bigint not null,
  customer_vat_piastres bigint not null,
  -- The content of the document, as of its date.
  issuer jsonb not null,
  merchant jsonb not null,
  lines jsonb not null,
  primary key (merchant_id, id),
  constraint fee_invoices_number unique (merchant_id, issuer_tax_id, year, number),
  constraint fee_invoices_one_a_month unique (merchant_id, month),
  constraint fee_invoices_amounts check (fee_piastres >= 0 and vat_piastres >= 0 and total_piastres = (fee_piastres +
    vat_piastres) and total_piastres > 0),
  constraint fee_invoices_first_of_month check (extract(day from month) = 1::numeric),
  constraint fee_invoices_lines check (jsonb_typeof(lines) = 'array' and lines <> '[]'),
  constraint fee_invoices_period check (since_at < until_at and until_at <= issued_at)
);

alter table fee_invoices add constraint fee_invoices_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index fee_invoices_by_issue on fee_invoices (issued_at, id);
create index fee_invoices_by_issue_of_merchant on fee_invoices (merchant_id, issued_at, id);
create index fee_invoices_by_month_of_all on fee_invoices (month, id);
create index fee_invoices_by_total on fee_invoices (merchant_id, total_piastres, id);
-- The console's list of fee invoices, by total, and of one merchant by issue.
create index fee_invoices_by_total_of_all on fee_invoices (total_piastres, id);

create trigger append_only before delete or update on fee_invoices
  for each statement execute function ledger_refuse_change('fee_documents_append_only');
create trigger never_emptied before truncate on fee_invoices
  for each statement execute function ledger_refuse_change('fee_documents_append_only');

create table fee_credit_notes (
  merchant_id bigint not null,
  id bigint generated always as identity,
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
  primary key (merchant_id, id),
  constraint fee_credit_notes_number unique (merchant_id, issuer_tax_id, year, number),
  constraint fee_credit_notes_once unique (merchant_id, transfer_id),
  constraint fee_credit_notes_amounts check (fee_piastres >= 0 and vat_piastres >= 0 and total_piastres = (fee_piastres
    + vat_piastres) and total_piastres > 0),
  constraint fee_credit_notes_reason check (length(reason) between 1 and 2000)
);

alter table fee_credit_notes add constraint fee_credit_notes_invoice foreign key (merchant_id, fee_invoice_id)
  references fee_invoices (merchant_id, id);
alter table fee_credit_notes add constraint fee_credit_notes_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table fee_credit_notes add constraint fee_credit_notes_transfer foreign key (merchant_id, transfer_id)
  references ledger_transfers (merchant_id, id);

create index fee_credit_notes_of_invoice on fee_credit_notes (merchant_id, fee_invoice_id, id);

create trigger append_only before delete or update on fee_credit_notes
  for each statement execute function ledger_refuse_change('fee_documents_append_only');
create trigger fits before insert on fee_credit_notes for each row execute function fee_credit_note_fits();
create trigger never_emptied before truncate on fee_credit_notes
  for each statement execute function ledger_refuse_change('fee_documents_append_only');

-- Maps document numbers to merchants: a number is unique per issuer, not per merchant.
create table fee_document_numbers (
  issuer_tax_id text not null,
  series text not null,
  year smallint not null,
  number int not null,
  merchant_id bigint not null,
  document_id bigint not null,
  primary key (issuer_tax_id, series, year, number),
  constraint fee_document_numbers_once unique (series, merchant_id, document_id),
  constraint fee_document_numbers_from_one check (number >= 1)
);

create trigger append_only before delete or update on fee_document_numbers
  for each statement execute function ledger_refuse_change('fee_documents_append_only');
create trigger never_emptied before truncate on fee_document_numbers
  for each statement execute function ledger_refuse_change('fee_documents_append_only');

-- The last number of each issuer, kind of document and year. Its row is locked while a document is issued, so that
-- numbers are in the order in which documents become visible.
create table fee_document_series (
  issuer_tax_id text not null,
  series text not null,
  year smallint not null,
  last_number int not null default 0,
  primary key (issuer_tax_id, series, year),
  constraint fee_document_series_known check (series in ('invoice', 'credit-note')),
  constraint fee_document_series_year check (year between 2020 and 9999)
);

create trigger never_deleted before delete on fee_document_series
  for each statement execute function ledger_refuse_change('fee_documents_append_only');
create trigger never_emptied before truncate on fee_document_series
  for each statement execute function ledger_refuse_change('fee_documents_append_only');
create constraint trigger number_taken after update on fee_document_series deferrable initially deferred
  for each row execute function fee_document_taken();
create trigger one_by_one before insert or update on fee_document_series
  for each row execute function fee_document_next();
