-- What the provider's tables say of merchants' rows is looked up by functions, a merchant at a time: on a cluster those rows are on
-- another machine, and no statement joins them to rows of the coordinator (docs/scale.md).

-- The payment that a row names.
create function payment_named(p_merchant_id bigint, p_id bigint) returns jsonb
language plpgsql stable as $$
declare
  v_payment jsonb;
begin
  if p_merchant_id is null or p_id is null then return null; end if;
  select jsonb_build_object('merchantId', t.merchant_id, 'merchantName', m.business_name, 'id', t.id, 'reference', t.reference)
    into v_payment
    from transactions t join merchants m on m.id = t.merchant_id
   where t.merchant_id = p_merchant_id and t.id = p_id;
  return v_payment;
end $$;

-- The payment of an item of a settlement file: itself, or that of its refund or case.
create function payment_of_item(p_merchant_id bigint, p_item text, p_id bigint) returns jsonb
language plpgsql stable as $$
declare
  v_id bigint;
begin
  if p_merchant_id is null or p_item is null then return null; end if;
  if p_item in ('payment', 'cost') then
    v_id := p_id;
  elsif p_item in ('refund', 'refund_reversed') then
    select r.transaction_id into v_id from refunds r where r.merchant_id = p_merchant_id and r.id = p_id;
  else
    select c.transaction_id into v_id from chargebacks c where c.merchant_id = p_merchant_id and c.id = p_id;
  end if;
  return payment_named(p_merchant_id, v_id);
end $$;

-- What an account at a processor owes us, in piastres.
create function owed_by_account(p_account_id bigint) returns bigint
language plpgsql stable as $$
declare
  v_owed bigint;
begin
  select -coalesce(sum(c.balance), 0) into v_owed from clearing_balances c
   where c.processor_account_id = p_account_id and c.currency = 'EGP';
  return v_owed;
end $$;

-- How often the mobile number and the address of an attempt were met in the day before it, a hundred times at most.
create function risk_same(p_merchant_id bigint, p_attempt_id bigint, out same_mobile int, out same_address int)
language plpgsql stable as $$
declare
  v_fact risk_facts;
begin
  select f.* into v_fact from risk_facts f where f.merchant_id = p_merchant_id and f.attempt_id = p_attempt_id;
  select count(*) into same_mobile from risk_before(v_fact, 'mobile', false, v_fact.created_at - interval '1 day', false, 100);
  select count(*) into same_address from risk_before(v_fact, 'address', false, v_fact.created_at - interval '1 day', false, 100);
end $$;

-- Whether an attempt meets a rule, and nobody is trusted in it.
create function risk_met(p_rule_id bigint, p_merchant_id bigint, p_attempt_id bigint) returns boolean
language plpgsql stable as $$
declare
  v_rule risk_rules;
  v_fact risk_facts;
begin
  select r.* into v_rule from risk_rules r where r.id = p_rule_id;
  select f.* into v_fact from risk_facts f where f.merchant_id = p_merchant_id and f.attempt_id = p_attempt_id;
  return risk_rule_matches(v_rule, v_fact, false)
         and risk_listed(v_fact, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is null;
end $$;

-- As before; each table is given the merchant.
create or replace function fee_credit_note_fits() returns trigger
language plpgsql as $$
declare
  v_invoice record;
  v_sum record;
begin
  select i.fee_piastres, i.vat_piastres into v_invoice from fee_invoices i
   where i.merchant_id = new.merchant_id and i.id = new.fee_invoice_id for no key update;
  select coalesce(sum(n.fee_piastres), 0) as fee, coalesce(sum(n.vat_piastres), 0) as vat into v_sum
    from fee_credit_notes n where n.merchant_id = new.merchant_id and n.fee_invoice_id = new.fee_invoice_id;
  if v_sum.fee + new.fee_piastres > v_invoice.fee_piastres or v_sum.vat + new.vat_piastres > v_invoice.vat_piastres then
    perform ledger_refuse('fee_credit_notes_within_invoice', 'the credit notes of an invoice are never more than it');
  end if;
  if not exists (
    select from ledger_transfers t
     where t.merchant_id = new.merchant_id and t.id = new.transfer_id and t.mode = 'live' and t.kind = 'correction'
       and (select coalesce(sum(p.amount), 0) from ledger_postings p where p.merchant_id = new.merchant_id
               and p.transfer_id = new.transfer_id and p.account = 'fees' and p.currency = 'EGP') = -new.fee_piastres
       and (select coalesce(sum(p.amount), 0) from ledger_postings p where p.merchant_id = new.merchant_id
               and p.transfer_id = new.transfer_id and p.account = 'vat' and p.currency = 'EGP') = -new.vat_piastres
  ) then
    perform ledger_refuse('fee_credit_notes_are_the_ledger', 'a credit note is what a correction gave back');
  end if;
  return new;
end $$;
