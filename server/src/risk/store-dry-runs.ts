import type { RISK_FOUND } from '@daftar/contract/ops-risk';
import type { Paging } from '@daftar/contract/paging';
import { anyOf, type Found, ofMerchant } from '../ops-lists/find.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { ListSource, Sql } from '../platform/lists/page.ts';

/** A run of a rule over past attempts, with sums of those that match. */
export interface DryRunRow {
  id: number;
  ruleId: number;
  version: number;
  state: 'running' | 'done' | 'failed';
  since: Date;
  until: Date;
  /** The time since which facts are stored; null: there are none. */
  factsSince: Date | null;
  askedBy: string;
  startedAt: Date;
  finishedAt: Date | null;
  lookedAt: number;
  met: number;
  metPiastres: number;
  paid: number;
  paidPiastres: number;
  disputed: number;
  disputedPiastres: number;
}

const columns = (db: Db) => db`
  id, rule_id as "ruleId", version, state, since, until, facts_since as "factsSince", asked_by as "askedBy", started_at as "startedAt",
  finished_at as "finishedAt", looked_at as "lookedAt", met, met_piastres as "metPiastres", paid,
  paid_piastres as "paidPiastres", disputed, disputed_piastres as "disputedPiastres"`;

/** Finds the newest dry run of a rule. */
export async function findNewest(db: Db, ruleId: number): Promise<DryRunRow | undefined> {
  const [row] = await db<DryRunRow[]>`
    select ${columns(db)} from risk_dry_runs where rule_id = ${ruleId} order by id desc limit 1`;
  return row;
}

/** Finds a dry run. */
export async function findRun(db: Db, id: number): Promise<DryRunRow | undefined> {
  const [row] = await db<DryRunRow[]>`select ${columns(db)} from risk_dry_runs where id = ${id}`;
  return row;
}

/** Starts a dry run of a rule's current version; deletes the rows of the ones before. @returns its id */
export async function insertRun(
  tx: Tx,
  run: { ruleId: number; version: number; since: Date; until: Date; askedBy: string },
): Promise<number> {
  await tx`
    delete from risk_dry_run_rows where run_id in (select id from risk_dry_runs where rule_id = ${run.ruleId})`;
  const [first] = await tx<{ createdAt: Date }[]>`
    select created_at as "createdAt" from risk_facts order by created_at, attempt_id limit 1`;
  const [row] = await tx<{ id: number }[]>`
    insert into risk_dry_runs (rule_id, version, since, until, facts_since, asked_by, started_at)
    values (${run.ruleId}, ${run.version}, ${run.since}, ${run.until},
            ${first?.createdAt ?? null}, ${run.askedBy}, ${run.until})
    returning id`;
  return row!.id;
}

/** Ends a dry run. */
export async function endRun(db: Db, id: number, state: 'done' | 'failed', now: Date): Promise<void> {
  await db`
    update risk_dry_runs set state = ${state}, finished_at = ${now} where id = ${id} and state = 'running'`;
}

/** An attempt examined by a dry run. */
interface LookedAt {
  merchant_id: number;
  attempt_id: number;
  transaction_id: number;
  charge_piastres: number;
  created_at: string;
}

/**
 * Runs a rule over the next attempts, in the order of their keys, and adds the matches to the sums. Repeated, it
 * continues where it stopped. In separate statements, because a distributed database cannot read merchants' rows and
 * write the provider's in one.
 * @returns how many attempts were examined; less than `rows` when there are no more
 */
export async function runOn(tx: Tx, id: number, rows: number, keptRows: number): Promise<number> {
  const [run] = await tx<{ ruleId: number; before: number }[]>`
    select rule_id as "ruleId", met as before from risk_dry_runs where id = ${id} and state = 'running' for update`;
  if (!run) return 0;
  const next = await tx<(LookedAt & { isOfRule: boolean })[]>`
    with run as materialized (
      select d.*, r.mode, r.merchant_id, r.payment_method
        from risk_dry_runs d join risk_rules r on r.id = d.rule_id where d.id = ${id})
    select f.merchant_id, f.attempt_id, f.transaction_id, f.charge_piastres, f.created_at::text as created_at,
           f.mode = run.mode and f.created_at >= run.since and f.created_at < run.until
             and (run.merchant_id is null or run.merchant_id = f.merchant_id)
             and (run.payment_method is null or run.payment_method = f.payment_method) as "isOfRule"
      from risk_facts f cross join run
     where (f.merchant_id, f.attempt_id) > (run.last_merchant_id, run.last_attempt_id)
     order by f.merchant_id, f.attempt_id limit ${rows}`;
  const ofRule = next.filter(({ isOfRule }) => isOfRule);
  const met = await tx<LookedAt[]>`
    select q.merchant_id, q.attempt_id, q.transaction_id, q.charge_piastres, q.created_at from ${lookedAt(tx, ofRule)} q
     where risk_met(${run.ruleId}, q.merchant_id, q.attempt_id) order by q.merchant_id, q.attempt_id`;
  const found = await tx<(LookedAt & { is_paid: boolean; is_disputed: boolean })[]>`
    select q.merchant_id, q.attempt_id, q.transaction_id, q.charge_piastres, q.created_at, a.state = 'succeeded' as is_paid,
           exists (select from chargebacks c
                    where c.merchant_id = a.merchant_id and c.transaction_id = q.transaction_id) as is_disputed
      from payment_attempts a join ${lookedAt(tx, met)} q on q.merchant_id = a.merchant_id and q.attempt_id = a.id
     order by q.merchant_id, q.attempt_id`;
  const kept = found.slice(0, Math.max(0, keptRows - run.before));
  await tx`
    insert into risk_dry_run_rows (run_id, place, merchant_id, transaction_id, charge_piastres, created_at, is_paid, is_disputed)
    select ${id}::bigint, ${run.before}::int + row_number() over (order by merchant_id, attempt_id), merchant_id, transaction_id,
           charge_piastres, created_at::timestamptz, is_paid, is_disputed
      from ${lookedAt(tx, kept)} q`;
  const sum = (some: readonly LookedAt[]) =>
    some.reduce((all, { charge_piastres }) => all + charge_piastres, 0);
  const [paid, disputed] = [found.filter((each) => each.is_paid), found.filter((each) => each.is_disputed)];
  const last = next.at(-1);
  await tx`
    update risk_dry_runs
       set last_merchant_id = coalesce(${last?.merchant_id ?? null}, last_merchant_id),
           last_attempt_id = coalesce(${last?.attempt_id ?? null}, last_attempt_id),
           looked_at = looked_at + ${ofRule.length}, met = met + ${found.length}, met_piastres = met_piastres + ${sum(found)},
           paid = paid + ${paid.length}, paid_piastres = paid_piastres + ${sum(paid)},
           disputed = disputed + ${disputed.length}, disputed_piastres = disputed_piastres + ${sum(disputed)}
     where id = ${id}`;
  return next.length;
}

/** Attempts as rows of a statement. */
const lookedAt = (tx: Tx, attempts: readonly LookedAt[]) => tx`(
  select * from jsonb_to_recordset(${tx.json(attempts as never)})
    as given (merchant_id bigint, attempt_id bigint, transaction_id bigint, charge_piastres bigint, created_at text,
              is_paid boolean, is_disputed boolean))`;

/** An attempt that a dry run found. */
export interface FoundRow {
  id: number;
  merchantId: number;
  merchantName: string;
  transactionId: number;
  reference: string;
  amountPiastres: number;
  createdAt: Date;
  isPaid: boolean;
  isDisputed: boolean;
}

const ROWS = `(
  select 0::bigint as merchant_id, r.place::bigint as id, r.run_id, r.merchant_id as of_merchant, r.transaction_id,
         r.charge_piastres, r.created_at, r.is_paid, r.is_disputed
    from risk_dry_run_rows r)`;

export interface FoundFilters {
  q?: string | undefined;
  found?: (typeof RISK_FOUND)[number] | undefined;
}

/** Returns the source of the list of a dry run's attempts; only a limited number is stored, so each can be examined. */
export function foundSource(
  db: Db,
  runId: number,
  { sortBy }: Paging<'created_at' | 'amount'>,
  { q = '', found }: FoundFilters,
  named: Found | null,
): ListSource {
  const filters: Sql[] = [];
  if (found === 'disputed') filters.push(db`t.is_disputed`);
  if (found === 'paid') filters.push(db`t.is_paid and not t.is_disputed`);
  if (found === 'unpaid') filters.push(db`not t.is_paid`);
  if (named) filters.push(meant(db, q, named));
  return {
    table: `(select * from ${ROWS} x where x.run_id = ${Number(runId)})`,
    scope: db`true`,
    filters,
    sort: { expression: sortBy === 'amount' ? 't.charge_piastres' : 't.created_at' },
    columns: db`
      t.id, t.of_merchant as "merchantId", t.transaction_id as "transactionId", t.charge_piastres as "amountPiastres",
      (select m.business_name from merchants m where m.id = t.of_merchant) as "merchantName",
      payment_named(t.of_merchant, t.transaction_id)->>'reference' as reference,
      t.created_at as "createdAt", t.is_paid as "isPaid", t.is_disputed as "isDisputed"`,
  };
}

/** Returns the condition that a payment matches the typed text: by its own names, its amount or its merchant. */
function meant(db: Db, typed: string, { payments, meaning }: Found): Sql {
  return anyOf(db, [
    ...payments.map(({ merchantId, id }) => db`(t.of_merchant = ${merchantId} and t.transaction_id = ${id})`),
    ...(meaning.piastres === null ? [] : [db`t.charge_piastres = ${meaning.piastres}`]),
    ofMerchant(db, typed, 't.of_merchant'),
  ]);
}
