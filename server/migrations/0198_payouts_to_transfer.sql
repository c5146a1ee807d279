-- Files of transfers look for what waits only.
create index concurrently payouts_to_transfer on payouts (created_at, id)
  where mode = 'live' and state = 'requested' and bank_account_id is not null;
