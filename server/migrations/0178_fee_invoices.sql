-- Tax invoices of our fees, one a month and merchant, numbered without gaps (ADR 69).

-- The last number of each issuer, kind of document and year. Its row is locked while a document is issued, so that
-- numbers follow each other in the order in which documents become visible.
create table fee_document_series (
  issuer_tax_id text not null,
  series text not null,
  year smallint not null,
  last_number int default 0 not null,
  constraint fee_document_series_pkey primary key (issuer_tax_id, series, year),
  constraint fee_document_series_known check (series in ('invoice', 'credit-note')),
  constraint fee_document_series_year check (year between 2020 and 9999)
);

-- Whose each number is, across merchants: found by the number, which is unique for the issuer and not for a merchant.
create table fee_document_numbers (
  issuer_tax_id text not null,
  series text not null,
  year smallint not null,
  number int not null,
  merchant_id bigint not null,
  document_id bigint not null,
  constraint fee_document_numbers_pkey primary key (issuer_tax_id, series, year, number),
  constraint fee_document_numbers_once unique (series, merchant_id, document_id),
  constraint fee_document_numbers_from_one check (number >= 1)
);

create table fee_invoices (
  merchant_id bigint not null references merchants (id),
  id bigint generated always as identity not null,
  issuer_tax_id text not null,
  year smallint not null,
  number int not null,
  -- The first day of the month.
  month date not null,
  issued_at timestamptz not null,
  -- In Cairo.
  issued_on date not null,
  -- It is of the transfers that are effective from `since_at` and before `until_at`, up to this one, and in no invoice
  -- before: so what is booked late is in the next one, and nothing is in two.
  since_at timestamptz not null,
  until_at timestamptz not null,
  through_transfer_id bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  total_piastres bigint not null,
  -- What customers paid on top of the price, by the same transfers.
  customer_fee_piastres bigint not null,
  customer_vat_piastres bigint not null,
  -- What the document states, as it was on that day.
  issuer jsonb not null,
  merchant jsonb not null,
  lines jsonb not null,
  constraint fee_invoices_pkey primary key (merchant_id, id),
  constraint fee_invoices_one_a_month unique (merchant_id, month),
  constraint fee_invoices_number unique (merchant_id, issuer_tax_id, year, number),
  constraint fee_invoices_first_of_month check (extract(day from month) = 1),
  constraint fee_invoices_period check (since_at < until_at and until_at <= issued_at),
  constraint fee_invoices_amounts check (
    fee_piastres >= 0 and vat_piastres >= 0 and total_piastres = fee_piastres + vat_piastres and total_piastres > 0),
  constraint fee_invoices_lines check (jsonb_typeof(lines) = 'array' and lines <> '[]')
);
create index fee_invoices_by_total on fee_invoices (merchant_id, total_piastres, id);
create index fee_invoices_by_month_of_all on fee_invoices (month, id);
create index fee_invoices_by_issue on fee_invoices (issued_at, id);

create trigger append_only before update or delete or truncate on fee_invoices
  for each statement execute function ledger_refuse_change('fee_documents_append_only');
create trigger append_only before update or delete or truncate on fee_document_numbers
  for each statement execute function ledger_refuse_change('fee_documents_append_only');
create trigger never_deleted before delete or truncate on fee_document_series
  for each statement execute function ledger_refuse_change('fee_documents_append_only');

-- A number is the one after the last, and at commit it has a document.
create function fee_document_next() returns trigger
language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.last_number <> 0)
     or (tg_op = 'UPDATE' and new.last_number <> old.last_number + 1)
     or (tg_op = 'UPDATE' and (new.issuer_tax_id, new.series, new.year) <> (old.issuer_tax_id, old.series, old.year)) then
    perform ledger_refuse('fee_documents_without_gaps', 'the next number is the last one and one');
  end if;
  return new;
end $$;
create trigger one_by_one before insert or update on fee_document_series
  for each row execute function fee_document_next();

create function fee_document_taken() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from fee_document_numbers n
     where n.issuer_tax_id = new.issuer_tax_id and n.series = new.series and n.year = new.year
       and n.number = new.last_number
  ) then
    perform ledger_refuse('fee_documents_without_gaps', 'a number without a document');
  end if;
  return null;
end $$;
create constraint trigger number_taken after update on fee_document_series
  deferrable initially deferred for each row execute function fee_document_taken();
