-- Refuses the statement because the table is append-only. Trigger before update, delete or truncate of about forty
-- tables, some only under a condition; server/src/platform/db/append-only.test.ts covers them.
create or replace function refuse_change()
  returns trigger
  language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
