-- The console's list of transfers that are due reads what is not paid beside merchants and their accounts, in their order.
create index concurrently settlements_due_by_merchant on settlements (merchant_id, id)
  where mode = 'live' and not is_paid and bank_piastres > 0;
