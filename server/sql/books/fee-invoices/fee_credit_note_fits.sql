-- Refuses a credit note if all notes of its fee invoice together exceed the invoice, in fees or VAT, or if its amounts
-- are not those of its correction in the ledger. Trigger of `fee_credit_notes`, before insert. Locks the invoice, so
-- that two notes at once cannot both fit.
create or replace function fee_credit_note_fits()
  returns trigger
  language plpgsql
as $$
declare
  v_invoice record;
  v_sum record;
begin
  select i.fee_piastres, i.vat_piastres into v_invoice from public.fee_invoices i
   where i.merchant_id = new.merchant_id and i.id = new.fee_invoice_id for no key update;
  select coalesce(sum(n.fee_piastres), 0) as fee, coalesce(sum(n.vat_piastres), 0) as vat into v_sum
    from public.fee_credit_notes n where n.merchant_id = new.merchant_id and n.fee_invoice_id = new.fee_invoice_id;
  if v_sum.fee + new.fee_piastres > v_invoice.fee_piastres or v_sum.vat + new.vat_piastres > v_invoice.vat_piastres then
    perform ledger_refuse('fee_credit_notes_within_invoice', 'the credit notes of an invoice are never more than it');
  end if;
  if not exists (
    select from public.ledger_transfers t
     where t.merchant_id = new.merchant_id and t.id = new.transfer_id and t.mode = 'live' and t.kind = 'correction'
       and (select coalesce(sum(p.amount), 0) from public.ledger_postings p where p.merchant_id = new.merchant_id
               and p.transfer_id = new.transfer_id and p.account = 'fees' and p.currency = 'EGP') = -new.fee_piastres
       and (select coalesce(sum(p.amount), 0) from public.ledger_postings p where p.merchant_id = new.merchant_id
               and p.transfer_id = new.transfer_id and p.account = 'vat' and p.currency = 'EGP') = -new.vat_piastres
  ) then
    perform ledger_refuse('fee_credit_notes_are_the_ledger', 'a credit note is what a correction gave back');
  end if;
  return new;
end $$;
