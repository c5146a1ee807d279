-- The search field of processors' notifications finds them by the beginning of the sender's id, whatever the account.
create index concurrently processor_notifications_by_sender on processor_notifications (sender_id, id);
