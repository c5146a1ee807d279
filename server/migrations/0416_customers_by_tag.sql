-- Customers with a tag.
create index concurrently customers_tags on customers using gin (merchant_id, tags) where tags <> '{}';
