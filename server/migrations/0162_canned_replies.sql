-- Prepared answers to tickets, in both languages.
create table canned_replies (
  id bigint primary key generated always as identity,
  name text not null check (name <> ''),
  text_en text not null check (text_en <> ''),
  text_ar text not null check (text_ar <> ''),
  changed_by bigint not null references operators,
  changed_at timestamptz not null,
  -- since when it is offered no longer
  archived_at timestamptz
);
-- Two of the same name could not be told apart where they are chosen.
create unique index canned_replies_name on canned_replies (search_key(name)) where archived_at is null;
