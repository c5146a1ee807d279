-- Lists of the console are searched and sorted by index. A review says who paid and how much as its payment did when it was paid.
alter table risk_reviews add column payer_key text collate "C" not null default '', add column charged_piastres bigint;
update risk_reviews r
   set payer_key = search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile),
       charged_piastres = t.charged_piastres
  from transactions t
 where t.merchant_id = r.merchant_id and t.id = r.transaction_id and r.state <> 'unpaid';
alter table risk_reviews add constraint risk_reviews_charged check (state = 'unpaid' or charged_piastres is not null);

create or replace function risk_review_holds() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_state text;
begin
  select x.state into v_state from risk_reviews x where x.merchant_id = new.merchant_id and x.transaction_id = new.id;
  if not found then
    return new;
  end if;
  if new.status = 1 and v_state in ('unpaid', 'waiting') then
    new.expected_settlement_on := null;
    update risk_reviews x
       set state = 'waiting', waiting_since = coalesce(x.waiting_since, new.paid_at, new.updated_at),
           payer_key = search_key(new.customer_name || ' ' || new.customer_email || ' ' || new.customer_mobile),
           charged_piastres = new.charged_piastres
     where x.merchant_id = new.merchant_id and x.transaction_id = new.id and x.state = 'unpaid';
  elsif new.status = 1 and v_state = 'refused' and new.settlement_status <> 1 then
    new.expected_settlement_on := null;
  elsif new.status = 3 and v_state = 'refused' and new.expected_settlement_on is null then
    new.expected_settlement_on := (new.updated_at at time zone 'Africa/Cairo')::date + 1;
  end if;
  return new;
end $$;

create index risk_reviews_by_time on risk_reviews (state, waiting_since, transaction_id);
create index risk_reviews_by_amount on risk_reviews (state, charged_piastres, transaction_id);
create index risk_reviews_payer_search on risk_reviews using gin (payer_key gin_trgm_ops);

create index risk_rules_by_time on risk_rules (created_at, id);
create index risk_rules_by_name on risk_rules (name, id);

create index risk_entries_by_time on risk_entries (created_at, id) where removed_at is null;
create index risk_entries_by_end on risk_entries (expires_at, id) where removed_at is null;
create index risk_entries_by_key on risk_entries (key) where removed_at is null;
create index risk_entries_search on risk_entries using gin (search_key(reason || ' ' || added_by) gin_trgm_ops)
 where removed_at is null;

create index screening_hits_by_score on screening_hits (state, score, id);
create index screening_hits_search on screening_hits
 using gin (search_key(name || ' ' || listed_name || ' ' || listed_reference || ' ' || source) gin_trgm_ops);

create index document_expiries_held on document_expiries (expires_on, id) where hold_reason is not null;
create index document_expiries_by_kind on document_expiries (kind, expires_on, id);

create index kyc_submissions_by_state on kyc_submissions (state, submitted_at, merchant_id);
