-- Websites that may show a merchant's payment pages inside their own.
create table merchant_embedders (
  merchant_id bigint primary key references merchants,
  -- origins, as the header of the page names them: https://shop.example, http://localhost:3000
  live text[] not null default '{}',
  test text[] not null default '{}',
  updated_at timestamptz not null,
  constraint merchant_embedders_count check (cardinality(live) <= 20 and cardinality(test) <= 20),
  -- they are written into a header: nothing in them may end a word of it
  constraint merchant_embedders_origins check (
    '' <> all (live || test) and array_to_string(live || test, ' ', '?') ~ '^(https?://[a-z0-9.-]+(:[0-9]{1,5})?( |$))*$'
  )
);
