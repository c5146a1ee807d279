import { type Db, inTransaction, type Sql } from '../platform/db/connect.ts';
import { mayOverdrawAvailable, neverNegative, neverPositive, transferKinds } from './accounts.ts';

/** One violated rule. Figures are text, so that absurd ones are shown exactly. */
export interface Difference {
  /** The violated rule, by its constraint name in the migrations. */
  rule: string;
  merchantId: number;
  /** The object concerned: `live available EGP`, `transfer 81 EGP`. */
  subject: string;
  expected: string;
  actual: string;
}

/** Checks one rule over the whole database, in the snapshot of `checkLedger`. */
export type Check = (tx: Db) => Promise<Difference[]>;

/** Maximum number of differences listed per rule: enough to see what happened, and bounded if everything is wrong. */
export const LISTED_PER_RULE = 1000;

/** Each account's balance is the sum of its postings, and every posting has an account row. */
const balancesAreSums: Check = (tx) => tx<Difference[]>`
  with sums as (
    select p.merchant_id, t.mode, p.account as kind, p.currency, sum(p.amount) as total
      from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     group by 1, 2, 3, 4)
  select 'ledger_balance_moves_by_postings' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, kind, currency) as subject,
         coalesce(s.total, 0)::text as expected, coalesce(a.balance::text, 'no account') as actual
    from ledger_accounts a full join sums s using (merchant_id, mode, kind, currency)
   where a.balance is distinct from coalesce(s.total, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The postings of each transfer add up to zero in each currency. */
const transfersBalance: Check = (tx) => tx<Difference[]>`
  select 'ledger_transfer_balanced' as rule, merchant_id as "merchantId",
         concat_ws(' ', 'transfer', transfer_id, currency) as subject,
         '0' as expected, sum(amount)::text as actual
    from ledger_postings group by merchant_id, transfer_id, currency having sum(amount) <> 0
   order by merchant_id, transfer_id limit ${LISTED_PER_RULE}`;

/** Every transfer has postings, and every posting a transfer. */
const transfersAreWhole: Check = (tx) => tx<Difference[]>`
  select case when p.transfer_id is null then 'ledger_transfer_has_postings' else 'ledger_posting_of_a_transfer' end
           as rule,
         coalesce(t.merchant_id, p.merchant_id) as "merchantId",
         concat_ws(' ', 'transfer', coalesce(t.id, p.transfer_id)) as subject,
         'a transfer with its postings' as expected,
         case when p.transfer_id is null then 'no postings' else 'no transfer' end as actual
    from ledger_transfers t
    full join (select distinct merchant_id, transfer_id from ledger_postings) p
      on p.merchant_id = t.merchant_id and p.transfer_id = t.id
   where t.id is null or p.transfer_id is null
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Each `clearing` balance of an account at a processor is the sum of its postings. */
const clearingIsSums: Check = (tx) => tx<Difference[]>`
  with sums as (
    select p.merchant_id, t.mode, p.currency, coalesce(t.processor_account_id, 0) as processor_account_id,
           sum(p.amount) as total
      from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     where p.account = 'clearing' group by 1, 2, 3, 4)
  select 'ledger_balance_moves_by_postings' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, 'clearing', currency, 'at account', processor_account_id) as subject,
         coalesce(s.total, 0)::text as expected, coalesce(c.balance::text, 'no balance') as actual
    from clearing_balances c full join sums s using (merchant_id, mode, currency, processor_account_id)
   where c.balance is distinct from coalesce(s.total, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The `clearing` balances of the accounts at processors add up to `clearing`. */
const clearingAddsUp: Check = (tx) => tx<Difference[]>`
  with split as (
    select merchant_id, mode, currency, sum(balance) as total from clearing_balances group by 1, 2, 3),
  whole as (
    select merchant_id, mode, currency, balance from ledger_accounts where kind = 'clearing')
  select 'ledger_clearing_of_accounts' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, 'clearing', currency) as subject,
         coalesce(w.balance::text, 'no account') as expected, coalesce(s.total, 0)::text as actual
    from whole w full join split s using (merchant_id, mode, currency)
   where w.balance is distinct from coalesce(s.total, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** A transfer names an account at a processor only if it moves `clearing`, and one that serves its merchant and mode. */
const accountsKnown: Check = (tx) => tx<Difference[]>`
  with named as (
    select t.merchant_id, t.id, t.mode, t.processor_account_id,
           exists (select from ledger_postings p
                    where p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'clearing') as clears,
           exists (select from processor_accounts a
                    where a.id = t.processor_account_id and a.mode = t.mode
                      and (a.merchant_id is null or a.merchant_id = t.merchant_id)) as known
      from ledger_transfers t where t.processor_account_id is not null)
  select case when known then 'ledger_processor_account_of_clearing' else 'ledger_processor_account_known' end as rule,
         merchant_id as "merchantId", concat_ws(' ', 'transfer', id) as subject,
         case when known then 'no account' else concat_ws(' ', 'an account that serves the merchant in', mode) end as expected,
         concat_ws(' ', 'account', processor_account_id) as actual
    from named where not (clears and known)
   order by 2, id limit ${LISTED_PER_RULE}`;

/** Accounts that must not be negative are not, and accounts that must not be positive are not. */
const signsHold: Check = (tx) => tx<Difference[]>`
  select concat('ledger_', kind, case when balance < 0 then '_not_negative' else '_not_positive' end) as rule,
         merchant_id as "merchantId", concat_ws(' ', mode, kind, currency) as subject,
         case when balance < 0 then 'at least 0' else 'at most 0' end as expected, balance::text as actual
    from ledger_accounts
   where kind::text = any (${[...neverNegative]}::text[]) and balance < 0
      or kind::text = any (${[...neverPositive]}::text[]) and balance > 0
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Balances have a currency and are within the range that a double represents exactly. */
const balancesExact: Check = (tx) => tx<Difference[]>`
  with balances as (
    select merchant_id, concat_ws(' ', mode, kind, currency) as subject, currency, balance from ledger_accounts
    union all
    select merchant_id, concat_ws(' ', mode, 'clearing', currency, 'at account', processor_account_id), currency, balance
      from clearing_balances)
  select case when currency ~ '^[A-Z]{3}$' then 'ledger_balance_is_exact' else 'ledger_currency_is_iso' end as rule,
         merchant_id as "merchantId", subject,
         case when currency ~ '^[A-Z]{3}$' then 'at most 9007199254740991 in size' else 'three capital letters' end as expected,
         case when currency ~ '^[A-Z]{3}$' then balance::text else currency end as actual
    from balances where currency !~ '^[A-Z]{3}$' or balance not between -9007199254740991 and 9007199254740991
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Transfers have a known kind and a key, and only corrections correct another transfer. */
const transfersKnown: Check = (tx) => tx<Difference[]>`
  with asked as (
    select merchant_id, id, kind, idempotency_key, corrects_transfer_id,
           kind <> all (${[...transferKinds]}::text[]) as is_unknown,
           length(idempotency_key) not between 1 and 255 as lacks_key
      from ledger_transfers)
  select case when is_unknown then 'ledger_transfer_kind_known'
              when lacks_key then 'ledger_idempotency_key_length'
              else 'ledger_only_corrections_correct' end as rule,
         merchant_id as "merchantId", concat_ws(' ', 'transfer', id) as subject,
         case when is_unknown then 'a known kind'
              when lacks_key then 'a key of 1 to 255 characters'
              else 'no other transfer' end as expected,
         case when is_unknown then kind
              when lacks_key then length(idempotency_key)::text
              else concat_ws(' ', 'transfer', corrects_transfer_id) end as actual
    from asked where is_unknown or lacks_key or corrects_transfer_id is not null and kind <> 'correction'
   order by 2, id limit ${LISTED_PER_RULE}`;

/** Only refunds and chargebacks left `available` negative. */
const availableCovered: Check = (tx) => tx<Difference[]>`
  select 'ledger_available_covers' as rule, p.merchant_id as "merchantId",
         concat_ws(' ', 'transfer', t.id, t.kind, p.currency) as subject,
         'available at least 0' as expected, p.balance_after::text as actual
    from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
   where p.account = 'available' and p.amount < 0 and p.balance_after < 0
     and t.kind <> all (${[...mayOverdrawAvailable]}::text[])
   order by 2, t.id limit ${LISTED_PER_RULE}`;

/** No transfer sent more to a bank than was in `pending`. */
const pendingCovered: Check = (tx) => tx<Difference[]>`
  select 'ledger_pending_covers' as rule, p.merchant_id as "merchantId",
         concat_ws(' ', 'transfer', p.transfer_id, p.currency) as subject,
         'pending at least 0' as expected, p.balance_after::text as actual
    from ledger_postings p
    join ledger_postings b
      on b.merchant_id = p.merchant_id and b.transfer_id = p.transfer_id and b.account = 'bank' and b.amount > 0
   where p.account = 'pending' and p.amount < 0 and p.balance_after < 0
   order by 2, p.transfer_id limit ${LISTED_PER_RULE}`;

/** Each posting continues from the balance of the previous one, so none was inserted, removed or edited. */
const chainUnbroken: Check = (tx) => tx<Difference[]>`
  with chain as (
    select p.merchant_id, t.mode, p.account, p.currency, p.transfer_id, p.balance_after,
           p.amount + coalesce(lag(p.balance_after) over (
             partition by p.merchant_id, t.mode, p.account, p.currency order by p.transfer_id), 0) as expected
      from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id)
  select 'ledger_balance_after_in_step' as rule, merchant_id as "merchantId",
         concat_ws(' ', 'transfer', transfer_id, mode, account, currency) as subject,
         expected::text as expected, balance_after::text as actual
    from chain where balance_after <> expected
   order by merchant_id, transfer_id limit ${LISTED_PER_RULE}`;

/** A correction belongs to the merchant and mode of the transfer that it corrects, and comes after it. */
const correctionsStay: Check = (tx) => tx<Difference[]>`
  select 'ledger_corrects_a_transfer' as rule, c.merchant_id as "merchantId",
         concat_ws(' ', 'transfer', c.id) as subject,
         concat_ws(' ', c.mode, 'transfer', c.corrects_transfer_id) as expected,
         case when t.id is null then 'none' else concat_ws(' ', t.mode, 'transfer', t.id) end as actual
    from ledger_transfers c
    left join ledger_transfers t on t.merchant_id = c.merchant_id and t.id = c.corrects_transfer_id
   where c.corrects_transfer_id is not null and (t.mode is distinct from c.mode or t.id >= c.id)
   order by 2, c.id limit ${LISTED_PER_RULE}`;

/** Every posting of a merchant's own accounts is a movement of a statement, and every movement is such a posting. */
const movementsComplete: Check = (tx) => tx<Difference[]>`
  with posted as (
    select p.merchant_id, t.mode, p.account, p.transfer_id, t.kind
      from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     where p.account in ('pending', 'available', 'chargeback', 'payout', 'reserve') and p.currency = 'EGP')
  select 'ledger_movements_are_postings' as rule, merchant_id as "merchantId",
         concat_ws(' ', 'transfer', transfer_id, mode, account) as subject,
         coalesce(p.kind, 'no posting') as expected, coalesce(m.kind, 'no movement') as actual
    from posted p full join ledger_movements m using (merchant_id, mode, account, transfer_id)
   where p.kind is distinct from m.kind
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The recorded first transfer of each day is the first one effective on that day or later. */
const daysBegin: Check = (tx) => tx<Difference[]>`
  with booked as (
    select merchant_id, mode, id, max((effective_at at time zone 'Africa/Cairo')::date)
             over (partition by merchant_id, mode order by id) as day
      from ledger_transfers),
  opened as (select merchant_id, mode, day, min(id) as first from booked group by 1, 2, 3)
  select 'ledger_days_begin' as rule, merchant_id as "merchantId", concat_ws(' ', mode, day) as subject,
         coalesce(concat_ws(' ', 'transfer', o.first), 'no transfer') as expected,
         coalesce(concat_ws(' ', 'transfer', d.first_transfer_id), 'no day') as actual
    from opened o full join ledger_days d using (merchant_id, mode, day)
   where o.first is distinct from d.first_transfer_id
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The sessions in which a trigger is enabled: ordinary ones, those that copy rows as a replica, or both. */
type Session = 'origin' | 'replica' | 'always';

/**
 * The triggers that validate writes, by table, with the sessions in which they are enabled; in other sessions their
 * rules are not enforced.
 */
const TRIGGERS: Record<string, Record<string, Session>> = {
  ledger_transfers: {
    append_only: 'origin',
    has_postings: 'origin',
    never_emptied: 'origin',
    of_period: 'always',
  },
  ledger_postings: { append_only: 'origin', apply_postings: 'origin', never_emptied: 'origin' },
  ledger_accounts: {
    figures_hold: 'always',
    figures_hold_without_postings: 'replica',
    moved_by_postings_only: 'origin',
    never_deleted: 'origin',
    never_emptied: 'origin',
    opened_empty: 'origin',
  },
  clearing_balances: {
    figures_hold: 'always',
    figures_hold_without_postings: 'replica',
    known: 'origin',
    moved_by_postings_only: 'origin',
    never_deleted: 'origin',
    never_emptied: 'origin',
  },
  ledger_movements: { append_only: 'origin', never_emptied: 'origin', written_by_postings_only: 'origin' },
  ledger_days: { append_only: 'origin', never_emptied: 'origin', written_by_transfers_only: 'origin' },
  transactions: { figures_hold: 'always' },
  payment_links: { figures_hold: 'always', payment_links_terms: 'always' },
  payment_attempts: { payment_attempts_terms: 'always', payment_attempts_transition: 'always' },
  list_totals: { of_lists: 'always' },
  merchant_volumes: { of_months: 'always' },
};

/** Values of `pg_trigger.tgenabled` for a trigger that is enabled at least in these sessions. */
const SAID: Record<Session, readonly string[]> = { origin: ['O', 'A'], replica: ['R', 'A'], always: ['A'] };

/**
 * Every trigger of the ledger exists and is enabled in every session for which it is meant: no restore or repair left
 * one disabled, or enabled it only for ordinary sessions, as `enable trigger all` does. Differences belong to no
 * merchant (0).
 */
const triggersOn: Check = (tx) => {
  const expected = Object.entries(TRIGGERS).flatMap(([of, triggers]) =>
    Object.entries(triggers).map(([name, session]) => ({ of, name, said: SAID[session].join('') })),
  );
  return tx<Difference[]>`
    select 'ledger_triggers_on' as rule, 0 as "merchantId", concat_ws(' ', 'trigger', e.name, 'of', e.of) as subject,
           'on' as expected,
           case when g.tgenabled is null then 'none'
                when g.tgenabled = 'O' then 'off in sessions whose role is replica'
                else 'off' end as actual
      from unnest(${expected.map(({ of }) => of)}::text[], ${expected.map(({ name }) => name)}::text[],
                  ${expected.map(({ said }) => said)}::text[]) e (of, name, said)
      left join pg_trigger g on g.tgrelid = to_regclass(e.of) and g.tgname = e.name
     where g.tgenabled is null or strpos(e.said, g.tgenabled::text) = 0
     order by e.of, e.name`;
};

const ledgerChecks: readonly Check[] = [
  triggersOn,
  balancesAreSums,
  clearingIsSums,
  clearingAddsUp,
  accountsKnown,
  transfersBalance,
  transfersAreWhole,
  signsHold,
  balancesExact,
  transfersKnown,
  availableCovered,
  pendingCovered,
  chainUnbroken,
  correctionsStay,
  movementsComplete,
  daysBegin,
];

/**
 * Checks the ledger from its rows alone: adds up every posting and compares. It relies on no trigger, so it finds
 * writes that bypassed the rules (a restored table, a disabled trigger). It reads one snapshot, so it may run on a
 * working system, and takes time in proportion to the ledger.
 * @param options.extraChecks the nouns' own checks against the ledger, run in the same snapshot.
 * @returns the differences; empty if every rule holds.
 */
export async function checkLedger(
  sql: Sql,
  options: { extraChecks?: readonly Check[] } = {},
): Promise<Difference[]> {
  return inTransaction(
    sql,
    async (tx) => {
      const differences: Difference[] = [];
      // Checks read all rows; the pool's statement timeout is meant for requests.
      await tx`set local statement_timeout = 0`;
      for (const check of [...ledgerChecks, ...(options.extraChecks ?? [])]) {
        differences.push(...(await check(tx)));
      }
      return differences;
    },
    { isolation: 'repeatable read read only' },
  );
}
