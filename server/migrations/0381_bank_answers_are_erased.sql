-- The banks' files that are still kept, oldest first.
create index bank_answers_kept on bank_answers (applied_at) where content is not null;
