import type { RiskCondition, RiskFact, RiskOutcome } from '@daftar/contract/ops-risk';
import type { Paging } from '@daftar/contract/paging';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { ListSource, SortColumn, Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';

/** The definition of a rule. */
export interface Definition {
  name: string;
  mode: Mode;
  /** Null: for all merchants. */
  merchantId: number | null;
  /** Null: for all methods. */
  method: number | null;
  condition: RiskCondition;
  by: RiskFact | null;
  times: number | null;
  amountPiastres: number | null;
  windowMinutes: number | null;
  outcome: RiskOutcome;
  otherwise: Exclude<RiskOutcome, 'challenge'> | null;
}

export interface RuleRow extends Definition {
  id: number;
  merchantName: string | null;
  isOn: boolean;
  version: number;
  createdBy: string;
  createdAt: Date;
  switchedBy: string | null;
  switchedAt: Date | null;
}

const columns = (db: Db) => db`
  t.id, t.name, t.mode, t.of_merchant as "merchantId",
  (select m.business_name from merchants m where m.id = t.of_merchant) as "merchantName", t.payment_method as method,
  t.condition, t.by_fact as by, t.times, t.amount_piastres as "amountPiastres", t.window_minutes as "windowMinutes",
  t.outcome, t.otherwise, t.is_on as "isOn", t.version, t.created_by as "createdBy", t.created_at as "createdAt",
  t.switched_by as "switchedBy", t.switched_at as "switchedAt"`;

/** The rules as a list, which belongs to no merchant. */
const RULES = `(
  select 0::bigint as merchant_id, r.merchant_id as of_merchant, r.id, r.name, r.mode, r.payment_method, r.condition,
         r.by_fact, r.times, r.amount_piastres, r.window_minutes, r.outcome, r.otherwise, r.is_on, r.version,
         r.created_by, r.created_at, r.switched_by, r.switched_at
    from risk_rules r)`;

export interface RuleFilters {
  q?: string | undefined;
  mode?: Mode | undefined;
  is_on?: 'yes' | 'no' | undefined;
  condition?: RiskCondition | undefined;
  outcome?: RiskOutcome | undefined;
  merchant_id?: number | undefined;
}

const SORTS = {
  created_at: { expression: 't.created_at' },
  name: { expression: 't.name' },
} as const satisfies Record<string, SortColumn>;

/** Returns the source of the list of rules. There are few, so each may be examined for a text. */
export function ruleSource(
  db: Db,
  paging: Paging<keyof typeof SORTS>,
  { q = '', ...filters }: RuleFilters,
): ListSource {
  const conditions: Sql[] = [];
  if (typedText(q) !== '')
    conditions.push(db`
      search_key(concat_ws(' ', t.name, t.created_by,
        (select m.business_name from merchants m where m.id = t.of_merchant))) like ${containsPattern(q)}`);
  if (filters.mode) conditions.push(db`t.mode = ${filters.mode}`);
  if (filters.is_on) conditions.push(db`t.is_on = ${filters.is_on === 'yes'}`);
  if (filters.condition) conditions.push(db`t.condition = ${filters.condition}`);
  if (filters.outcome) conditions.push(db`t.outcome = ${filters.outcome}`);
  if (filters.merchant_id !== undefined) conditions.push(db`t.of_merchant = ${filters.merchant_id}`);
  return {
    table: RULES,
    scope: db`true`,
    filters: conditions,
    sort: SORTS[paging.sortBy],
    columns: columns(db),
  };
}

/** Finds a rule. */
export async function findRule(db: Db, id: number): Promise<RuleRow | undefined> {
  const [row] = await db<RuleRow[]>`select ${columns(db)} from ${db.unsafe(RULES)} t where t.id = ${id}`;
  return row;
}

/** Locks a rule and reads it. */
export async function lockRule(tx: Tx, id: number): Promise<RuleRow | undefined> {
  await tx`select from risk_rules where id = ${id} for update`;
  return findRule(tx, id);
}

/** Returns whether a merchant exists. */
export async function merchantExists(db: Db, id: number): Promise<boolean> {
  return (await db`select from merchants where id = ${id}`).length > 0;
}

/** Inserts a rule, switched off. @returns its id */
export async function insertRule(tx: Tx, rule: Definition, actor: string, now: Date): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into risk_rules (name, mode, merchant_id, payment_method, condition, by_fact, times, amount_piastres,
                            window_minutes, outcome, otherwise, created_by, created_at, updated_at)
    values (${rule.name}, ${rule.mode}, ${rule.merchantId}, ${rule.method}, ${rule.condition}, ${rule.by}, ${rule.times},
            ${rule.amountPiastres}, ${rule.windowMinutes}, ${rule.outcome}, ${rule.otherwise}, ${actor}, ${now}, ${now})
    returning id`;
  return row!.id;
}

/** Changes the definition of a rule, as a new version without a dry run. */
export async function updateRule(tx: Tx, id: number, rule: Definition, now: Date): Promise<void> {
  await tx`
    update risk_rules
       set name = ${rule.name}, mode = ${rule.mode}, merchant_id = ${rule.merchantId}, payment_method = ${rule.method},
           condition = ${rule.condition}, by_fact = ${rule.by}, times = ${rule.times},
           amount_piastres = ${rule.amountPiastres}, window_minutes = ${rule.windowMinutes}, outcome = ${rule.outcome},
           otherwise = ${rule.otherwise}, version = version + 1, updated_at = ${now}
     where id = ${id}`;
}

/** Switches a rule on or off. */
export async function switchRule(tx: Tx, id: number, isOn: boolean, actor: string, now: Date): Promise<void> {
  await tx`
    update risk_rules set is_on = ${isOn}, switched_by = ${actor}, switched_at = ${now}, updated_at = ${now}
     where id = ${id}`;
}

/** Counts the rules of a mode that are on. Serialises switching rules on. */
export async function countOn(tx: Tx, mode: Mode): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtext('risk_rules'))`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from risk_rules where is_on and mode = ${mode}`;
  return row!.count;
}

export interface RuleEvent {
  kind: 'created' | 'changed' | 'on' | 'off';
  at: Date;
  actor: string;
  version: number;
  reason: string;
}

/** Records an event of a rule, with the rule's current definition. */
export async function insertEvent(
  tx: Tx,
  ruleId: number,
  event: Pick<RuleEvent, 'kind' | 'actor' | 'reason'>,
  now: Date,
): Promise<void> {
  await tx`
    insert into risk_rule_events (rule_id, at, actor, kind, version, reason, definition)
    select r.id, ${now}, ${event.actor}, ${event.kind}, r.version, ${event.reason},
           to_jsonb(r) - '{is_on,switched_by,switched_at,created_by,created_at,updated_at}'::text[]
      from risk_rules r where r.id = ${ruleId}`;
}

/** Lists the events of a rule, the newest first. */
export function listEvents(db: Db, ruleId: number): Promise<RuleEvent[]> {
  return db<RuleEvent[]>`
    select kind, at, actor, version, reason from risk_rule_events where rule_id = ${ruleId} order by id desc`;
}

/** Counts the attempts that matched a rule since a moment, up to `limit`. */
export async function countMet(db: Db, ruleId: number, since: Date, limit = 10_000): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from risk_matches where rule_id = ${ruleId} and at >= ${since} limit ${limit}) m`;
  return row!.count;
}
