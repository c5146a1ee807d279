import type { RISK_FOUND } from '@daftar/contract/ops-risk';
import type { Paging } from '@daftar/contract/paging';
import { anyOf, type Found, ofMerchant } from '../ops-lists/find.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { ListSource, Sql } from '../platform/lists/page.ts';

/** A rule over what happened before. Sums of what meets it. */
export interface DryRunRow {
  id: number;
  ruleId: number;
  version: number;
  state: 'running' | 'done' | 'failed';
  since: Date;
  until: Date;
  /** Since when facts are kept; null: none were. */
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

/** Starts a dry run of a rule as it is; the rows of the ones before are deleted. @returns its id */
export async function insertRun(
  tx: Tx,
  run: { ruleId: number; version: number; since: Date; until: Date; askedBy: string },
): Promise<number> {
  await tx`
    delete from risk_dry_run_rows where run_id in (select id from risk_dry_runs where rule_id = ${run.ruleId})`;
  const [row] = await tx<{ id: number }[]>`
    insert into risk_dry_runs (rule_id, version, since, until, facts_since, asked_by, started_at)
    values (${run.ruleId}, ${run.version}, ${run.since}, ${run.until},
            (select f.created_at from risk_facts f order by f.created_at, f.attempt_id limit 1), ${run.askedBy}, ${run.until})
    returning id`;
  return row!.id;
}

/** Ends a dry run. */
export async function endRun(db: Db, id: number, state: 'done' | 'failed', now: Date): Promise<void> {
  await db`
    update risk_dry_runs set state = ${state}, finished_at = ${now} where id = ${id} and state = 'running'`;
}

/**
 * Runs a rule over the next attempts, in the order of their keys, and adds what meets it to the sums. Repeated, it goes on
 * where it stopped.
 * @returns how many attempts were looked at; less than `rows` when there are no more
 */
export async function runOn(tx: Tx, id: number, rows: number, keptRows: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    with run as (
      select * from risk_dry_runs where id = ${id} and state = 'running' for update
    ), next as materialized (
      select f as fact, f.merchant_id, f.attempt_id, f.transaction_id, f.charge_piastres, f.created_at, f.mode,
             f.payment_method
        from run, risk_facts f
       where (f.merchant_id, f.attempt_id) > (run.last_merchant_id, run.last_attempt_id)
       order by f.merchant_id, f.attempt_id limit ${rows}
    ), met as materialized (
      select n.merchant_id, n.attempt_id, n.transaction_id, n.charge_piastres, n.created_at, a.state = 'succeeded' as is_paid,
             exists (select from chargebacks c
                      where c.merchant_id = n.merchant_id and c.transaction_id = n.transaction_id) as is_disputed
        from run join risk_rules r on r.id = run.rule_id
        cross join next n
        join payment_attempts a on a.merchant_id = n.merchant_id and a.id = n.attempt_id
       where n.created_at >= run.since and n.created_at < run.until and n.mode = r.mode
         and risk_rule_matches(r, n.fact, false)
         and risk_listed(n.fact, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is null
    ), kept as (
      insert into risk_dry_run_rows (run_id, place, merchant_id, transaction_id, charge_piastres, created_at, is_paid, is_disputed)
      select run.id, run.met + m.place, m.merchant_id, m.transaction_id, m.charge_piastres, m.created_at, m.is_paid, m.is_disputed
        from run, (select met.*, row_number() over (order by merchant_id, attempt_id) as place from met) m
       where run.met + m.place <= ${keptRows}
    ), moved as (
      update risk_dry_runs d set
             last_merchant_id = coalesce(l.merchant_id, d.last_merchant_id),
             last_attempt_id = coalesce(l.attempt_id, d.last_attempt_id),
             looked_at = d.looked_at + s.looked_at, met = d.met + s.met, met_piastres = d.met_piastres + s.met_piastres,
             paid = d.paid + s.paid, paid_piastres = d.paid_piastres + s.paid_piastres,
             disputed = d.disputed + s.disputed, disputed_piastres = d.disputed_piastres + s.disputed_piastres
        from run
        left join (select merchant_id, attempt_id from next order by merchant_id desc, attempt_id desc limit 1) l on true
        cross join (
          select (select count(*) from next n, run, risk_rules r
                   where r.id = run.rule_id and n.mode = r.mode and n.created_at >= run.since and n.created_at < run.until
                     and (r.merchant_id is null or r.merchant_id = n.merchant_id)
                     and (r.payment_method is null or r.payment_method = n.payment_method)) as looked_at,
                 count(*) as met, coalesce(sum(charge_piastres), 0) as met_piastres,
                 count(*) filter (where is_paid) as paid,
                 coalesce(sum(charge_piastres) filter (where is_paid), 0) as paid_piastres,
                 count(*) filter (where is_disputed) as disputed,
                 coalesce(sum(charge_piastres) filter (where is_disputed), 0) as disputed_piastres from met) s
       where d.id = run.id)
    select count(*)::int as count from next`;
  return row!.count;
}

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

/** What a dry run found and filters leave; so few are kept that each of them can be looked at. */
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
      (select x.reference from transactions x where x.merchant_id = t.of_merchant and x.id = t.transaction_id) as reference,
      t.created_at as "createdAt", t.is_paid as "isPaid", t.is_disputed as "isDisputed"`,
  };
}

/** The payments that a typed text may mean: by its own names, its amount or its merchant. */
function meant(db: Db, typed: string, { payments, meaning }: Found): Sql {
  return anyOf(db, [
    ...payments.map(({ merchantId, id }) => db`(t.of_merchant = ${merchantId} and t.transaction_id = ${id})`),
    ...(meaning.piastres === null ? [] : [db`t.charge_piastres = ${meaning.piastres}`]),
    ofMerchant(db, typed, 't.of_merchant'),
  ]);
}
