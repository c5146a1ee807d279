-- A file without new lines may be the same as that of another quiet month, to the byte; it says nothing twice, since it must go further.
drop index bank_statement_files_once;
create unique index bank_statement_files_once on bank_statement_files (bank_account_id, sha256) where state = 'imported' and lines > 0;
