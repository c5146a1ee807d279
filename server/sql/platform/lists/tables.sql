-- Number of rows of large lists, maintained by the transactions that change them, so that opening a list does not
-- count its rows (ADR 118). Payment links, invoices and orders have figures already; these are the others.
create table list_totals (
  merchant_id bigint not null,
  mode mode not null,
  list text not null,
  status smallint not null,
  -- Several rows together are one total: as many as had to be written at the same moment.
  part bigint generated always as identity,
  rows bigint not null,
  primary key (merchant_id, mode, list, status, part)
) with (fillfactor = 50);

create trigger of_lists after insert or update of list on list_totals
  for each row execute function list_totals_of_lists();
alter table list_totals enable always trigger of_lists;

-- Views of lists that people keep under a name, for themselves or for everybody of the business. They name filters, no
-- rows, so one serves live and test mode.
create table saved_views (
  merchant_id bigint not null,
  id bigint generated always as identity,
  -- users.id: who saved it
  user_id bigint not null,
  list text not null,
  name text not null check (name <> ''),
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  -- the parameters of the screen's address
  query jsonb not null,
  -- instead of the days of the list's range
  period text,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

alter table saved_views add constraint saved_views_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table saved_views add constraint saved_views_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

create unique index saved_views_own on saved_views (merchant_id, user_id, list, name_key) where not is_shared;
create unique index saved_views_shared on saved_views (merchant_id, list, name_key) where is_shared;

-- Filled-in forms of links and invoices that people keep under a name, for themselves or for everybody of the
-- business. They name no customer and no day, so one serves live and test mode.
create table form_templates (
  merchant_id bigint not null,
  id bigint generated always as identity,
  -- users.id: who saved it
  user_id bigint not null,
  form text not null check (form in ('payment-links', 'invoices')),
  name text not null check (name <> ''),
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  -- the values of the form's fields, by name
  values jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

alter table form_templates add constraint form_templates_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table form_templates add constraint form_templates_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

create unique index form_templates_own on form_templates (merchant_id, user_id, form, name_key) where not is_shared;
create unique index form_templates_shared on form_templates (merchant_id, form, name_key) where is_shared;

-- The field of each column of an import file, as chosen by people of the merchant.
create table import_columns (
  merchant_id bigint not null,
  kind text not null check (kind in ('customers', 'products', 'categories')),
  -- The heading in plain letters and digits.
  heading_key text collate "C" not null check (length(heading_key) between 1 and 310),
  -- Null: the column is left out.
  field text check (length(field) <= 50),
  chosen_at timestamptz not null,
  primary key (merchant_id, kind, heading_key)
);

alter table import_columns add constraint import_columns_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
