/** A merchant's monthly limit in the console: one operator can lower it, two can raise it. */
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { toPounds } from '@daftar/contract/money';
import type { ApprovalValue } from '@daftar/contract/ops-approvals';
import type { MerchantVolume, VolumeForm, VolumeRule } from '@daftar/contract/ops-volumes';
import type { z } from 'zod/mini';
import { recordProviderAudit } from '../../audit/record.ts';
import { type Approver, askSecondOperator, ChangedSince, type Executor } from '../../ops-approvals/index.ts';
import type { App, Mode, Operator } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import {
  findFacts,
  type LimitFacts,
  limitOf,
  monthOf,
  type OwnLimit,
  readUsage,
  writeLimit,
} from '../../volume-limits/limits.ts';
import { authorOf } from '../by.ts';
import { MerchantNotFound, NothingChanges } from '../errors.ts';
import { lockTerms } from '../merchants/store.ts';

const pounds = (piastres: number | null): number | null => (piastres === null ? null : toPounds(piastres));

async function getFacts(db: Db, id: number) {
  const facts = await findFacts(db, id);
  if (!facts) throw new MerchantNotFound();
  return facts;
}

const ruleOf = (own: OwnLimit | null): VolumeRule =>
  own === null ? 'usual' : own.limitPiastres === null ? 'none' : 'own';

/** Returns a merchant's limit and its use this month. @throws MerchantNotFound */
export async function readVolume(app: App, id: number): Promise<MerchantVolume> {
  const facts = await getFacts(app.db, id);
  const of = async (mode: Mode) => {
    const { capturedPiastres, openPiastres } = await readUsage(app, { merchantId: id, mode });
    return { captured: toPounds(capturedPiastres), open: toPounds(openPiastres) };
  };
  return {
    rule: ruleOf(facts.own),
    limit: pounds(limitOf(app.config, facts)),
    usual_limit: pounds(limitOf(app.config, { ...facts, own: null })),
    month: monthOf(app.clock.now()),
    live: await of('live'),
    test: await of('test'),
  };
}

interface Change {
  was: OwnLimit | null;
  own: OwnLimit | null;
}

/**
 * The change that a second operator approves, with the limits shown to the requester; limits of another status are
 * different.
 */
interface Raise extends Change {
  shown: Limits;
}

/** In piastres; null: no limit. */
interface Limits {
  before: number | null;
  after: number | null;
}

const limitsOf = (app: App, facts: LimitFacts, own: OwnLimit | null): Limits => ({
  before: limitOf(app.config, facts),
  after: limitOf(app.config, { ...facts, own }),
});

/**
 * Returns whether a limit is lower than before: in the merchant's current status, when live, and in every status that
 * has a limit. A limit set in a status without one would otherwise exceed that of the next status.
 */
function isLower(app: App, facts: LimitFacts, own: OwnLimit | null): boolean {
  const statuses = new Set([facts.status, MERCHANT_STATUS.live, ...app.config.volumeLimits.keys()]);
  return [...statuses].every((status) => {
    const { before, after } = limitsOf(app, { ...facts, status }, own);
    return after !== null && (before === null || after <= before);
  });
}

const isSame = (one: OwnLimit | null, other: OwnLimit | null) =>
  ruleOf(one) === ruleOf(other) && one?.limitPiastres === other?.limitPiastres;

/**
 * Lowers a merchant's limit, or asks a second operator to raise it. @returns which of the two
 * @throws MerchantNotFound, NothingChanges, WaitsAlready
 */
export async function saveLimit(
  app: App,
  operator: Operator,
  id: number,
  { rule, limitPiastres, reason }: z.output<typeof VolumeForm>,
): Promise<'saved' | 'asked'> {
  const own: OwnLimit | null = rule === 'usual' ? null : { limitPiastres };
  return transaction(app.db, async (tx) => {
    await lockTerms(tx, id);
    const facts = await getFacts(tx, id);
    if (isSame(facts.own, own)) throw new NothingChanges();
    const limits = limitsOf(app, facts, own);
    const inTx = { ...app, db: tx };
    if (isLower(app, facts, own)) {
      await write(inTx, authorOf(operator), id, { was: facts.own, own }, { reason });
      return 'saved';
    }
    const shown = (limit: number | null): ApprovalValue =>
      limit === null
        ? { is: 'words', of: 'limit', codes: ['none'] }
        : { is: 'amount', amount: toPounds(limit) };
    await askSecondOperator(inTx, operator, {
      kind: 'volume-limit',
      subject: `merchant:${id}`,
      name: facts.name,
      merchantId: id,
      facts: [{ name: 'volumeLimit', before: shown(limits.before), after: shown(limits.after) }],
      change: { was: facts.own, own, shown: limits } satisfies Raise,
      reason,
    });
    return 'asked';
  });
}

function write(app: App, by: Approver, id: number, { was, own }: Change, more: object): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await writeLimit(tx, id, own, { actor: by.actor, now, month: monthOf(now) });
    await recordProviderAudit(tx, { ...by, merchantId: id }, now, {
      action: 'merchant.volume-limit',
      subject: `merchant:${id}`,
      before: { rule: ruleOf(was), ...was },
      after: { rule: ruleOf(own), ...own, ...more },
    });
  });
}

/** Carries out {@link saveLimit}. */
export const otherVolumeLimit: Executor = async (app, { merchantId, change, askedBy, reason }, by) => {
  const id = merchantId ?? 0;
  const { was, own, shown } = change as Raise;
  await transaction(app.db, async (tx) => {
    await lockTerms(tx, id);
    const facts = await getFacts(tx, id);
    const { before, after } = limitsOf(app, facts, own);
    if (!isSame(facts.own, was) || before !== shown?.before || after !== shown.after)
      throw new ChangedSince();
    await write({ ...app, db: tx }, by, id, { was, own }, { askedBy, reason });
  });
};
