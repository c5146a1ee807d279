-- Opens the accounts of a merchant and mode that are missing in the given currencies, with balance 0. `ledger_post`
-- calls it. Inserts in the order of the primary key, so that two sessions at once wait for each other and do not
-- deadlock.
create or replace function ledger_open_accounts(p_merchant_id bigint, p_mode mode, p_currencies character[])
  returns void
  language plpgsql
as $$
declare
  v_kinds ledger_account_kind[];
  v_currencies char(3)[];
begin
  select array_agg(k order by k, c), array_agg(c order by k, c) into v_kinds, v_currencies
    from unnest(enum_range(null::ledger_account_kind)) k, (select distinct unnest(p_currencies)) d (c);
  insert into public.ledger_accounts (merchant_id, mode, kind, currency)
  select p_merchant_id, p_mode, o.kind, o.currency from unnest(v_kinds, v_currencies) o (kind, currency)
  on conflict do nothing;
end $$;
