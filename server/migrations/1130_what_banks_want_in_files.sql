-- What the bank of an account of ours wants in files of transfers, and what the words of its answers mean.
alter table provider_bank_accounts add column options jsonb not null default '{}';
