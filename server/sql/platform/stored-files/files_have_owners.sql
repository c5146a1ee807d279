-- Refuses a file of a merchant that does not exist. Trigger of `files`, before insert and changes of the merchant, in
-- place of a foreign key, because files of the provider have the merchant 0.
create or replace function files_have_owners()
  returns trigger
  language plpgsql
as $$
begin
  if not exists (select from public.merchants where id = new.merchant_id) then
    raise foreign_key_violation using message = 'a file is of no merchant', constraint = 'files_have_owners';
  end if;
  return new;
end $$;
