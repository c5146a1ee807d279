-- How a merchant looks to its payers, in both modes. The logo is the merchant's own (merchants.logo_path).
create table merchant_brands (
  merchant_id bigint primary key references merchants,
  -- null: ours
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- files.path
  cover_path text collate "C",
  footer_en text not null default '' check (length(footer_en) <= 300),
  footer_ar text not null default '' check (length(footer_ar) <= 300),
  updated_at timestamptz not null,
  foreign key (merchant_id, cover_path) references files (merchant_id, path)
);
