-- Refunds of before 0281 keep who paid as well. Apart from it: a transaction that adds a column locks the table against
-- readers until it ends, and there may be millions of refunds. This one locks no more than each row against changes.
update refunds r
   set payer_key = search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile),
       payment_method = t.payment_method
  from transactions t
 where t.merchant_id = r.merchant_id and t.id = r.transaction_id and r.payer_key = '' and r.payment_method is null;
