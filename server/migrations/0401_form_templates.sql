-- Filled-in forms of links and invoices that people keep under a name, for themselves or for everybody of the business.
-- They name no customer and no day, so one serves live and test mode.
create table form_templates (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  -- users.id: who saved it
  user_id bigint not null,
  form text not null check (form in ('payment-links', 'invoices')),
  name text not null check (name <> ''),
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- the values of the form's fields, by name
  values jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references users
);
create unique index form_templates_own on form_templates (merchant_id, user_id, form, name_key) where not is_shared;
create unique index form_templates_shared on form_templates (merchant_id, form, name_key) where is_shared;
