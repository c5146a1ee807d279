create index concurrently messages_of_test_mode on messages (created_at) where mode = 'test';
