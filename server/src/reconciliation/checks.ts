/** Invariants of reconciliation, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** Each line is matched, is a cost without a payment, or has a break; so no line of a file is lost. */
const explained: Check = (tx) => tx<Difference[]>`
  select 'reconciliation_lines_explained' as rule, coalesce(l.merchant_id, 0) as "merchantId",
         concat_ws(' ', 'file', l.file_id, 'line', l.line_no) as subject, 'a match or a break' as expected, 'neither' as actual
    from reconciliation_lines l
   where l.item is null and l.kind <> 'fee'
     and not exists (select from reconciliation_breaks b where b.file_id = l.file_id and b.line_no = l.line_no)
   order by l.file_id, l.line_no limit ${LISTED_PER_RULE}`;

/** A batch is the sum of its lines, and a file is the sum of its batches. */
const sums: Check = (tx) => tx<Difference[]>`
  select 'reconciliation_batches_are_sums' as rule, 0 as "merchantId", concat_ws(' ', 'batch', b.id) as subject,
         coalesce(s.net, 0)::text as expected, b.net_piastres::text as actual
    from reconciliation_batches b
    join reconciliation_files f on f.id = b.file_id and f.state = 'imported'
    left join (select batch_id, sum(net_piastres) as net, count(*) as lines from reconciliation_lines group by batch_id) s
      on s.batch_id = b.id
   where (s.net, s.lines) is distinct from (b.net_piastres::numeric, b.lines::bigint)
   order by b.id limit ${LISTED_PER_RULE}`;

/**
 * The amount that left `clearing` for the bank equals the settled amount of the lines of booked batches, per
 * merchant.
 */
const settled: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.processor_account_id as account, sum(p.amount) as amount
      from ledger_transfers t
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'clearing'
     where t.kind = 'acquirer_paid' group by 1, 2, 3),
  lines as (
    select l.merchant_id, a.mode, l.processor_account_id as account, sum(l.settled_piastres) as amount
      from reconciliation_lines l join processor_accounts a on a.id = l.processor_account_id
     where l.settled_piastres is not null group by 1, 2, 3)
  select 'reconciliation_settled_is_booked' as rule, merchant_id as "merchantId", concat_ws(' ', mode, 'account', account) as subject,
         coalesce(l.amount, 0)::text as expected, coalesce(p.amount, 0)::text as actual
    from lines l full join posted p using (merchant_id, mode, account)
   where coalesce(l.amount, 0) <> coalesce(p.amount, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The matched lines of booked batches are settled, and no others. */
const whole: Check = (tx) => tx<Difference[]>`
  select 'reconciliation_booked_whole' as rule, l.merchant_id as "merchantId",
         concat_ws(' ', 'file', l.file_id, 'line', l.line_no) as subject,
         case when b.booked_at is null then 'not settled' else 'settled' end as expected,
         coalesce(l.settled_piastres::text, 'not settled') as actual
    from reconciliation_lines l join reconciliation_batches b on b.id = l.batch_id
   where l.item is not null and (b.booked_at is null) <> (l.settled_piastres is null)
   order by l.file_id, l.line_no limit ${LISTED_PER_RULE}`;

/**
 * Suspense equals the unknown lines of booked batches and the differences of their deposits, per owner of the
 * account.
 */
const suspense: Check = (tx) => tx<Difference[]>`
  with posted as (
    select merchant_id, mode, balance from ledger_accounts where kind::text = 'suspense' and currency = 'EGP' and balance <> 0),
  known as (
    select coalesce(a.merchant_id, 0) as merchant_id, a.mode,
           sum(b.received_piastres - b.net_piastres + coalesce((
             select sum(l.net_piastres) from reconciliation_lines l
              where l.file_id = b.file_id and l.batch_id = b.id and l.item is null and l.kind <> 'fee'), 0)) as balance
      from reconciliation_batches b
      join reconciliation_files f on f.id = b.file_id
      join processor_accounts a on a.id = f.processor_account_id
     where b.booked_at is not null group by 1, 2),
  given as (
    select merchant_id, mode, sum(amount_piastres) as amount from reconciliation_write_offs
     where account = 'suspense' and undone_at is null group by 1, 2)
  select 'reconciliation_suspense_is_unknown' as rule, merchant_id as "merchantId", concat_ws(' ', mode, 'suspense') as subject,
         (coalesce(k.balance, 0) - coalesce(g.amount, 0))::text as expected, coalesce(p.balance, 0)::text as actual
    from known k full join posted p using (merchant_id, mode) full join given g using (merchant_id, mode)
   where coalesce(k.balance, 0) - coalesce(g.amount, 0) <> coalesce(p.balance, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The movements of suspense by account add up to the ledger's balance, per owner. */
const movements: Check = (tx) => tx<Difference[]>`
  with posted as (
    select merchant_id, mode, balance from ledger_accounts where kind::text = 'suspense' and currency = 'EGP' and balance <> 0),
  known as (select merchant_id, mode, sum(amount_piastres) as balance from reconciliation_suspense group by 1, 2)
  select 'reconciliation_suspense_is_moved' as rule, merchant_id as "merchantId", concat_ws(' ', mode, 'suspense') as subject,
         coalesce(k.balance, 0)::text as expected, coalesce(p.balance, 0)::text as actual
    from known k full join posted p using (merchant_id, mode)
   where coalesce(k.balance, 0) <> coalesce(p.balance, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/**
 * `clearing` of an account equals its open items: payments, less refunds and costs, by their own tables, with lost
 * chargebacks and corrections of the ledger, less the amounts that lines have settled.
 */
const openItems: Check = (tx) => tx<Difference[]>`
  with items as (
    select a.merchant_id, a.mode, a.processor_account_id as account, t.charged_piastres as amount
      from payment_attempts a
      join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
     where a.state = 'succeeded' and a.processor_account_id is not null
    union all
    select merchant_id, mode, processor_account_id, -amount_piastres from refunds
     where state = 'succeeded' and processor_account_id is not null
    union all
    select merchant_id, mode, processor_account_id, -amount_piastres from acquirer_costs
    union all
    select t.merchant_id, t.mode, t.processor_account_id, -p.amount
      from ledger_transfers t
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'clearing'
     where t.kind in ('chargeback_applied', 'correction') and t.processor_account_id is not null
    union all
    select merchant_id, mode, processor_account_id, amount_piastres from reconciliation_write_offs
     where account = 'clearing' and undone_at is null
    union all
    select l.merchant_id, a.mode, l.processor_account_id, -l.settled_piastres
      from reconciliation_lines l join processor_accounts a on a.id = l.processor_account_id
     where l.settled_piastres is not null),
  open as (select merchant_id, mode, account, sum(amount) as amount from items group by 1, 2, 3),
  owed as (
    select merchant_id, mode, processor_account_id as account, -balance as amount from clearing_balances
     where processor_account_id <> 0 and currency = 'EGP')
  select 'reconciliation_clearing_is_open_items' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, 'account', account) as subject,
         coalesce(i.amount, 0)::text as expected, coalesce(o.amount, 0)::text as actual
    from open i full join owed o using (merchant_id, mode, account)
   where coalesce(i.amount, 0) <> coalesce(o.amount, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Write-offs of breaks, less those taken back, equal those in the ledger, per merchant and account. */
const writtenOff: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, p.account::text as account, -sum(p.amount) as amount
      from ledger_transfers t
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account <> 'write_offs'
     where t.kind = 'acquirer_written_off' group by 1, 2, 3),
  given as (
    select merchant_id, mode, account, sum(amount_piastres) filter (where undone_at is null) as amount
      from reconciliation_write_offs group by 1, 2, 3)
  select 'reconciliation_written_off_is_booked' as rule, merchant_id as "merchantId", concat_ws(' ', mode, account) as subject,
         coalesce(g.amount, 0)::text as expected, coalesce(p.amount, 0)::text as actual
    from given g full join posted p using (merchant_id, mode, account)
   where coalesce(g.amount, 0) <> coalesce(p.amount, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** A break is written off if and only if it has a write-off that is not undone. */
const stands: Check = (tx) => tx<Difference[]>`
  select 'reconciliation_written_off_stands' as rule, 0 as "merchantId", concat_ws(' ', 'break', b.id) as subject,
         case when w.id is null then 'not written off' else 'written off' end as expected, b.state as actual
    from (select id, break_id from reconciliation_write_offs where undone_at is null) w
    full join (select id, state from reconciliation_breaks where state = 'written_off'
               union select k.id, k.state from reconciliation_breaks k
                 join reconciliation_write_offs x on x.break_id = k.id and x.undone_at is null) b on b.id = w.break_id
   where (w.id is null) <> (b.state is distinct from 'written_off')
   order by b.id limit ${LISTED_PER_RULE}`;

/** The stored sums of open breaks, by kind and day, equal those of the breaks. */
const openFigures: Check = (tx) => tx<Difference[]>`
  with kept as (
    select kind, opened_day as day, sum(breaks) as count, sum(piastres) as amount from reconciliation_open_changes group by 1, 2),
  there as (
    select kind, (opened_at at time zone 'Africa/Cairo')::date as day, count(*) as count,
           coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0) as amount
      from reconciliation_breaks where closed_at is null group by 1, 2)
  select 'reconciliation_open_is_kept' as rule, 0 as "merchantId", concat_ws(' ', kind, day) as subject,
         concat_ws(' ', coalesce(t.count, 0), coalesce(t.amount, 0)) as expected,
         concat_ws(' ', coalesce(k.count, 0), coalesce(k.amount, 0)) as actual
    from there t full join kept k using (kind, day)
   where (coalesce(t.count, 0), coalesce(t.amount, 0)) <> (coalesce(k.count, 0), coalesce(k.amount, 0))
   order by 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const reconciliationChecks: readonly Check[] = [
  explained,
  sums,
  settled,
  whole,
  suspense,
  movements,
  openItems,
  writtenOff,
  stands,
  openFigures,
];
