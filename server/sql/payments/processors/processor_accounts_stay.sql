-- Refuses to delete an account at a processor; it is switched off instead. Trigger of `processor_accounts`. Payments
-- refer to it without a foreign key, because they can be partitioned by merchant.
create or replace function processor_accounts_stay()
  returns trigger
  language plpgsql
as $$
begin
  raise exception 'an account at a processor is switched off, never deleted'
    using errcode = 'restrict_violation', constraint = 'processor_accounts_stay';
end $$;
