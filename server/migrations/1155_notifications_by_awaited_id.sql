create index concurrently processor_notifications_awaiting on processor_notifications (account_id, awaits)
  where state = 'unmatched' and awaits is not null;
