-- Indexes that hold the search key as an expression are built with the key of 1110, under new names.
create index concurrently transactions_by_external_key
  on transactions (merchant_id, mode, search_key(external_reference) collate "C", id);
drop index concurrently transactions_by_external_reference;
create index concurrently transactions_unusual_by_external_key
  on transactions (merchant_id, mode, status, search_key(external_reference) collate "C", id) where status <> 1;
drop index concurrently transactions_unusual_by_external;
create index concurrently transactions_by_payer on transactions using gin
  (merchant_id, search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile) gin_trgm_ops);
drop index concurrently transactions_payers;
create index concurrently orders_by_payer on orders using gin
  (merchant_id, search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile) gin_trgm_ops);
drop index concurrently orders_search;
create index concurrently chargebacks_by_case_key on chargebacks (merchant_id, mode, search_key(case_id) collate "C", id);
drop index concurrently chargebacks_by_case;
create index concurrently chargebacks_of_all_by_case_key on chargebacks (search_key(case_id) collate "C");
drop index concurrently chargebacks_of_all_by_case;
create index concurrently risk_entries_by_words on risk_entries using gin
  (search_key(reason || ' ' || added_by) gin_trgm_ops) where removed_at is null;
drop index concurrently risk_entries_search;
create index concurrently screening_hits_by_words on screening_hits using gin
  (search_key(name || ' ' || listed_name || ' ' || listed_reference || ' ' || source) gin_trgm_ops);
drop index concurrently screening_hits_search;
