-- The ledger: double entry, append only, integer piastres (or the hundredth of another currency).
-- It knows no noun and no merchant table: it is handed transfers. docs/money.md has the whole table of events.
--
-- Sign: a credit is positive, a debit negative. What we owe (pending, available, payout, fees, vat …) therefore
-- reads naturally, and what others owe us (clearing) is a negative balance.
--
-- Every rule lives here, so that no code path, script or console can break one. Each refusal carries the name of the
-- rule as its constraint name, whether it comes from a CHECK or from a trigger; server/src/ledger/errors.ts maps them.

create type ledger_account_kind as enum
  ('clearing', 'pending', 'available', 'chargeback', 'payout', 'fees', 'vat', 'bank');

-- Balances. Also the provider's own kinds are kept per merchant, so that no two merchants ever wait for one row and
-- the ledger can be partitioned by merchant_id; the provider's total is the sum.
create table ledger_accounts (
  merchant_id bigint not null,
  mode mode not null,
  kind ledger_account_kind not null,
  currency char(3) collate "C" not null,
  balance bigint not null default 0,
  primary key (merchant_id, mode, kind, currency),
  constraint ledger_currency_is_iso check (currency ~ '^[A-Z]{3}$'),
  -- Whatever reads a balance as a double (JavaScript, JSON) reads it exactly.
  constraint ledger_balance_is_exact check (balance between -9007199254740991 and 9007199254740991),
  constraint ledger_chargeback_not_negative check (kind <> 'chargeback' or balance >= 0),
  constraint ledger_payout_not_negative check (kind <> 'payout' or balance >= 0),
  constraint ledger_fees_not_negative check (kind <> 'fees' or balance >= 0),
  constraint ledger_vat_not_negative check (kind <> 'vat' or balance >= 0)
) with (fillfactor = 50); -- half a page free keeps the updates of a busy balance on its own page (HOT)

-- What happened and why. The id is drawn while the merchant's ledger is locked (see ledger_post), so within one
-- merchant and mode the order of ids is the order in which balances moved.
create table ledger_transfers (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  kind text not null,
  reference text not null,
  idempotency_key text not null,
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  corrects_transfer_id bigint,
  primary key (merchant_id, id),
  -- The key first: an index that also began with merchant_id would tempt a plan made while the table is empty to look
  -- for an id by walking every transfer of the merchant.
  constraint ledger_idempotency_key_unique unique (idempotency_key, merchant_id, mode),
  constraint ledger_corrects_a_transfer foreign key (merchant_id, corrects_transfer_id)
    references ledger_transfers (merchant_id, id),
  constraint ledger_transfer_kind_known check (kind in (
    'capture', 'refund', 'settlement', 'chargeback_opened', 'chargeback_applied', 'chargeback_won',
    'payout_requested', 'payout_handed_over', 'payout_returned', 'correction')),
  constraint ledger_idempotency_key_length check (length(idempotency_key) between 1 and 255),
  -- A correction usually names what it corrects; one of a difference found outside (a bank statement) cannot.
  constraint ledger_only_corrections_correct check (corrects_transfer_id is null or kind = 'correction')
);

-- The signed lines. A posting has no mode of its own: it is that of its transfer, so the two cannot disagree.
-- The key allows one line per account in a transfer, which is what lets balance_after be checked exactly.
create table ledger_postings (
  merchant_id bigint not null,
  transfer_id bigint not null,
  account ledger_account_kind not null,
  currency char(3) collate "C" not null,
  amount bigint not null,
  balance_after bigint not null,
  primary key (merchant_id, transfer_id, account, currency),
  constraint ledger_posting_of_a_transfer foreign key (merchant_id, transfer_id)
    references ledger_transfers (merchant_id, id),
  constraint ledger_posting_not_zero check (amount <> 0)
);

-- Refuses with the name of a rule, so that a caller maps refusals of triggers and of CHECKs alike.
create function ledger_refuse(p_rule text, p_message text) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = p_rule, message = p_message;
end $$;

-- Append only -------------------------------------------------------------------------------------------------------

create function ledger_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception using errcode = 'restrict_violation', constraint = tg_argv[0], table = tg_table_name,
    message = format('%s of %s refused: %s', tg_op, tg_table_name, tg_argv[0]);
end $$;

-- Statement triggers: they refuse even a statement that would have matched no row.
create trigger append_only before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger append_only before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger never_deleted before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change('ledger_append_only');

-- A balance moves only inside the trigger that applies postings (depth 1 or more); the WHEN clause costs no call.
create trigger moved_by_postings_only before update on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change('ledger_balance_moves_by_postings');
create trigger opened_empty before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function ledger_refuse_change('ledger_balance_moves_by_postings');

-- Postings move balances --------------------------------------------------------------------------------------------

-- Runs once per INSERT into ledger_postings, over all its rows: moves the balances, and refuses unless each transfer
-- is whole (all its postings in this one statement), balanced, in step with the balances, and within the sign rules.
-- One statement does it all for the usual case of one transfer in one currency, because every capture pays for it.
create function ledger_apply_postings() returns trigger
language plpgsql as $$
declare
  v record;
begin
  with moved as (
    update ledger_accounts a
       set balance = a.balance + p.amount
      from new_postings p
      join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     where a.merchant_id = p.merchant_id and a.mode = t.mode
       and a.kind = p.account and a.currency = p.currency
    returning a.merchant_id, t.id, t.kind, a.kind as account, a.currency, p.amount, a.balance, p.balance_after
  )
  select count(*) as moved,
         (select count(*) from new_postings) as handed,
         (select count(*) from ledger_postings x where (x.merchant_id, x.transfer_id) =
           (select n.merchant_id, n.transfer_id from new_postings n limit 1)) as stored,
         min(m.id) = max(m.id) and min(m.currency) = max(m.currency) as simple,
         sum(m.amount) as total,
         bool_and(m.balance = m.balance_after) as in_step,
         -- Lower than before and below zero: only a refund or a chargeback may leave `available` so.
         bool_or(m.account = 'available' and m.amount < 0 and m.balance < 0
                 and m.kind not in ('refund', 'chargeback_opened')) as overdrawn,
         -- Money that leaves for the merchant's bank straight from `pending` is a payout too: it must be there.
         bool_or(m.account = 'pending' and m.amount < 0 and m.balance < 0)
           and bool_or(m.account = 'bank' and m.amount > 0) as overpaid
    into v
    from moved m;

  if v.handed = 0 then
    return null;
  end if;
  if v.moved <> v.handed then
    perform ledger_refuse('ledger_posting_moves_an_account',
      'a posting without its account or transfer, or two postings of one account in one statement');
  end if;
  if v.simple then
    if v.total <> 0 then
      perform ledger_refuse('ledger_transfer_balanced', 'the postings of a transfer must add up to zero');
    end if;
    if v.stored <> v.handed then
      perform ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
    end if;
  else
    if exists (
      select from new_postings p group by p.merchant_id, p.transfer_id, p.currency having sum(p.amount) <> 0
    ) then
      perform ledger_refuse('ledger_transfer_balanced',
        'the postings of a transfer must add up to zero in each currency');
    end if;
    if exists (
      select from new_postings p
       group by p.merchant_id, p.transfer_id
      having count(*) <> (select count(*) from ledger_postings x
                           where x.merchant_id = p.merchant_id and x.transfer_id = p.transfer_id)
    ) then
      perform ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
    end if;
  end if;
  if v.overdrawn then
    perform ledger_refuse('ledger_available_covers', 'the available balance does not cover this transfer');
  end if;
  if v.overpaid then
    perform ledger_refuse('ledger_pending_covers', 'the pending balance does not cover this payment to the bank');
  end if;
  if not v.in_step then
    perform ledger_refuse('ledger_balance_after_in_step', 'balance_after is not the balance of the account');
  end if;
  return null;
end $$;

create trigger apply_postings after insert on ledger_postings
  referencing new table as new_postings
  for each statement execute function ledger_apply_postings();

-- Checked at commit, because a transfer has to exist before its postings can.
create function ledger_check_transfer() returns trigger
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
begin
  if not exists (
    select from ledger_postings p where p.merchant_id = new.merchant_id and p.transfer_id = new.id
  ) then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;
  if new.corrects_transfer_id is not null and not exists (
    select from ledger_transfers t
     where t.merchant_id = new.merchant_id and t.id = new.corrects_transfer_id and t.mode = new.mode
  ) then
    perform ledger_refuse('ledger_corrects_a_transfer', 'a correction stays in the mode of what it corrects');
  end if;
  return null;
end $$;

create constraint trigger has_postings after insert on ledger_transfers
  deferrable initially deferred
  for each row execute function ledger_check_transfer();

-- Posting a transfer ------------------------------------------------------------------------------------------------

-- Opens all the accounts of a merchant, mode and currency, empty. Idempotent; always in key order, so that two
-- sessions doing it at once wait for each other instead of deadlocking.
create function ledger_open_accounts(p_merchant_id bigint, p_mode mode, p_currencies char(3)[]) returns void
language sql as $$
  insert into ledger_accounts (merchant_id, mode, kind, currency)
  select p_merchant_id, p_mode, k, c
    from unnest(enum_range(null::ledger_account_kind)) k, (select distinct unnest(p_currencies)) d (c)
   order by k, c
  on conflict do nothing
$$;

-- Books one transfer: the only door the code uses. Call it inside the transaction that causes it, after the rows of
-- the noun are locked, from SQL or from another function.
--   p_accounts, p_currencies, p_amounts: the lines, in any order, one per account; credit > 0, debit < 0; zeros are
--   dropped, so that a payment without a fee needs no special case.
--
-- A session keeps the plans of these statements. Planned while the tables are nearly empty they would scan them, and
-- go on scanning as they grow, until statistics are next gathered; enable_seqscan = off holds for the triggers below
-- this call too.
--
-- Returns the transfer's id, and created = false when the key was used before with the same kind, reference and
-- lines. effective_at is not compared: a retry comes later, and the first time stands.
-- Refuses with ledger_idempotency_conflict (23505) when the key was used with different content, and with the rules
-- above (23514).
--
-- One lock per merchant and mode (its clearing account) is taken before anything is written and held until the
-- transaction ends. Locking each account in a fixed order would be safe for one transfer, not for two in one
-- transaction, nor for a key that another session is just inserting; behind a single lock none of these can deadlock,
-- ids follow the order of balances, and captures of one merchant, which all move `clearing`, lose nothing.
create function ledger_post(
  p_merchant_id bigint,
  p_mode mode,
  p_kind text,
  p_reference text,
  p_idempotency_key text,
  p_effective_at timestamptz,
  p_accounts ledger_account_kind[],
  p_currencies char(3)[],
  p_amounts bigint[],
  p_corrects_transfer_id bigint default null,
  out transfer_id bigint,
  out created boolean
) returns record
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_id bigint;
  v_locked int;
  v_same boolean;
begin
  if cardinality(p_accounts) <> cardinality(p_amounts) or cardinality(p_accounts) <> cardinality(p_currencies) then
    perform ledger_refuse('ledger_posting_moves_an_account', 'accounts, currencies and amounts differ in length');
  end if;

  -- A statement of its own: those that follow see what the previous holder of the lock committed.
  perform from ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
    order by a.currency
    for no key update;
  get diagnostics v_locked = row_count;
  if v_locked = 0 or not (p_currencies[1] = all (p_currencies)) then
    perform ledger_open_accounts(p_merchant_id, p_mode, p_currencies);
    perform from ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
      order by a.currency
      for no key update;
  end if;

  insert into ledger_transfers
    (merchant_id, mode, kind, reference, idempotency_key, effective_at, corrects_transfer_id)
  values
    (p_merchant_id, p_mode, p_kind, p_reference, p_idempotency_key, p_effective_at, p_corrects_transfer_id)
  on conflict (idempotency_key, merchant_id, mode) do nothing
  returning id into v_id;

  if v_id is null then
    select t.id,
           t.kind = p_kind and t.reference = p_reference
             and t.corrects_transfer_id is not distinct from p_corrects_transfer_id
             and not exists (
               select from (select p.account, p.currency, p.amount from ledger_postings p
                             where p.merchant_id = t.merchant_id and p.transfer_id = t.id) p
                 full join (select * from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
                             where l.amount <> 0) l using (account, currency, amount)
                where p is null or l is null)
      into v_id, v_same
      from ledger_transfers t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.idempotency_key = p_idempotency_key;
    if v_same is not true then
      raise exception using errcode = 'unique_violation', constraint = 'ledger_idempotency_conflict',
        message = 'the idempotency key was used for a different transfer';
    end if;
    ledger_post.transfer_id := v_id;
    ledger_post.created := false;
    return;
  end if;

  insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
  select p_merchant_id, v_id, l.account, l.currency, l.amount, l.amount + (
           select a.balance from ledger_accounts a
            where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = l.account and a.currency = l.currency)
    from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
   where l.amount <> 0;
  if not found then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;

  ledger_post.transfer_id := v_id;
  ledger_post.created := true;
end $$;
