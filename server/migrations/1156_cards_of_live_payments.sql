-- The card of a payment on a processor's page was kept on the attempt alone.
update transactions t set card_brand = a.card_brand, card_last4 = a.card_last4
  from payment_attempts a
 where a.merchant_id = t.merchant_id and a.transaction_id = t.id and a.processor_account_id is not null
   and a.card_last4 is not null and a.duplicate_of is null and t.card_last4 is null;
