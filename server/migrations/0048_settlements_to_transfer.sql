-- What waits for its transfer to a bank, across merchants, newest or oldest first; what stays in balances is not in it.
create index concurrently settlements_to_transfer on settlements (mode, created_at, id)
  where not is_paid and bank_piastres > 0;
