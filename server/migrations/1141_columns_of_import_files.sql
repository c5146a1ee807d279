-- Which field a column of an import file stands for, as people of the merchant chose it.
create table import_columns (
  merchant_id bigint not null references merchants,
  kind text not null check (kind in ('customers', 'products', 'categories')),
  -- The heading in plain letters and digits.
  heading_key text collate "C" not null check (length(heading_key) between 1 and 310),
  -- Null: the column is left out.
  field text check (length(field) <= 50),
  chosen_at timestamptz not null,
  primary key (merchant_id, kind, heading_key)
);
