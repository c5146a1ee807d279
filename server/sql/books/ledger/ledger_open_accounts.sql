-- The ledger's triggers first read the rows of their statement, then work on one merchant at a time, each statement with the
-- merchant in every table: so they run on whatever machine has the merchant (docs/scale.md). What they prove is what it was.
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
