-- Until when the documents of a merchant are valid, as an operator read them.
create table document_expiries (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  kind text collate "C" not null check (kind in ('id_card', 'commercial_register', 'tax_card')),
  -- The last day on which it is valid, in Cairo.
  expires_on date not null,
  set_at timestamptz not null,
  set_by text not null check (set_by <> ''),
  -- The last reminder: so many days before the day; -1: after it.
  told_days smallint check (told_days in (30, 7, 1, -1)),
  -- The reason of the settlement hold that it caused; the hold is lifted with another day.
  hold_reason text check (hold_reason <> ''),
  primary key (merchant_id, id),
  constraint document_expiries_one_of_a_kind unique (merchant_id, kind)
);
create index document_expiries_by_day on document_expiries (expires_on, id);
