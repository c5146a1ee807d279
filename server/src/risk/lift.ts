/** Changes that reduce protection: switching a rule off, trusting a payer, unblocking one. They take two operators. */
import type { ApprovalFact } from '@daftar/contract/ops-approvals';
import type { EntryKind } from '@daftar/contract/ops-risk-entries';
import { recordProviderAudit } from '../audit/record.ts';
import { askSecondOperator, ChangedSince, type Executor } from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ListedAlready, RiskNotFound, RuleUnchanged } from './errors.ts';
import { lockRule, ruleSubject } from './service.ts';
import * as store from './store.ts';
import * as entries from './store-entries.ts';

/**
 * How long the operator who switched a rule on may switch it off alone, because a rule that stops honest payers must
 * end at once.
 */
const OWN_HOURS = 24;
export const entrySubject = (id: number) => `risk-entry:${id}` as const;

/** A change that a second operator approves. */
type Lift =
  | { do: 'rule-off'; id: number; version: number; switchedAt: string }
  | { do: 'remove'; id: number }
  | { do: 'trust'; kind: EntryKind; key: string; shown: string; reason: string; expiresAt: string | null };

const fact = (name: string, text: string): ApprovalFact => ({
  name,
  before: null,
  after: { is: 'text', text },
});

const isOwn = (rule: store.RuleRow, email: string, now: Date) =>
  rule.switchedBy === email &&
  rule.switchedAt !== null &&
  now.getTime() - rule.switchedAt.getTime() < OWN_HOURS * 3_600_000;

/**
 * Switches a rule off, or asks a second operator to approve that.
 * @returns which of the two
 * @throws RiskNotFound, RuleUnchanged, WaitsAlready
 */
export async function switchOff(
  app: App,
  operator: Operator,
  id: number,
  reason: string,
): Promise<'done' | 'asked'> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const rule = await lockRule(tx, id);
    if (!rule.isOn) throw new RuleUnchanged(false);
    if (rule.outcome === 'allow' || isOwn(rule, operator.email, now)) {
      await writeOff(app, tx, rule, { actor: operator.email, address: operator.address, reason });
      return 'done';
    }
    const change: Lift = {
      do: 'rule-off',
      id,
      version: rule.version,
      switchedAt: rule.switchedAt?.toISOString() ?? '',
    };
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'risk-lift',
      subject: ruleSubject(id),
      name: rule.name,
      facts: [{ name: 'ruleOff', before: { is: 'text', text: rule.name }, after: null }],
      change,
      reason,
    });
    return 'asked';
  });
}

interface Writer {
  actor: string;
  address?: string;
  reason: string;
  askedBy?: string;
}

async function writeOff(app: App, tx: Tx, rule: store.RuleRow, by: Writer): Promise<void> {
  const now = app.clock.now();
  await store.switchRule(tx, rule.id, false, by.actor, now);
  await store.insertEvent(tx, rule.id, { kind: 'off', actor: by.actor, reason: by.reason }, now);
  await recordProviderAudit(tx, by, now, {
    action: 'risk-rule.off',
    subject: ruleSubject(rule.id),
    after: { name: rule.name, version: rule.version, reason: by.reason, askedBy: by.askedBy ?? null },
  });
}

/** Removes an entry; removing a blocked one needs a second operator. @throws RiskNotFound, WaitsAlready */
export async function removeEntry(
  app: App,
  operator: Operator,
  id: number,
  reason: string,
): Promise<'done' | 'asked'> {
  return transaction(app.db, async (tx) => {
    const entry = await entries.lockEntry(tx, id);
    if (!entry) throw new RiskNotFound();
    if (entry.list === 'trusted') {
      await writeRemoved(app, tx, entry, { actor: operator.email, address: operator.address, reason });
      return 'done';
    }
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'risk-lift',
      subject: entrySubject(id),
      name: entry.shown,
      facts: [
        { name: 'blocked', before: { is: 'text', text: entry.shown }, after: null },
        fact('blockedBecause', entry.reason),
      ],
      change: { do: 'remove', id } satisfies Lift,
      reason,
    });
    return 'asked';
  });
}

async function writeRemoved(app: App, tx: Tx, entry: entries.EntryRow, by: Writer): Promise<void> {
  const now = app.clock.now();
  await entries.removeEntry(tx, entry.id, { actor: by.actor, reason: by.reason, now });
  await recordProviderAudit(tx, by, now, {
    action: 'risk-entry.remove',
    subject: entrySubject(entry.id),
    before: { list: entry.list, kind: entry.kind, shown: entry.shown },
    after: { reason: by.reason, askedBy: by.askedBy ?? null },
  });
}

/** Adds an entry to a list; adding to the trusted list needs a second operator. @throws ListedAlready, WaitsAlready */
export async function addEntry(
  app: App,
  operator: Operator,
  entry: entries.NewEntry,
): Promise<'done' | 'asked'> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    if (entry.list === 'blocked') {
      await writeEntry(app, tx, entry, { actor: operator.email, address: operator.address, reason: '' });
      return 'done';
    }
    if (await entries.isListed(tx, entry, now)) throw new ListedAlready();
    const { kind, shown, reason, expiresAt } = entry;
    const key = entry.key.toString('hex');
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'risk-lift',
      subject: `risk-trust:${kind}:${key}`,
      name: shown,
      facts: [{ name: 'trusted', before: null, after: { is: 'text', text: shown } }],
      change: {
        do: 'trust',
        kind,
        key,
        shown,
        reason,
        expiresAt: expiresAt?.toISOString() ?? null,
      } satisfies Lift,
      reason,
    });
    return 'asked';
  });
}

async function writeEntry(app: App, tx: Tx, entry: entries.NewEntry, by: Writer): Promise<void> {
  const now = app.clock.now();
  const id = await entries.insertEntry(tx, entry, by.actor, now);
  if (id === undefined) throw new ListedAlready();
  const { key: _, expiresAt, ...shown } = entry;
  await recordProviderAudit(tx, by, now, {
    action: 'risk-entry.add',
    subject: entrySubject(id),
    after: { ...shown, expiresAt: expiresAt?.toISOString() ?? null, askedBy: by.askedBy ?? null },
  });
}

/** Carries out an approved change. @throws RiskNotFound, ChangedSince, ListedAlready */
export const liftRisk: Executor = async (app, { change, reason, askedBy }, by) => {
  const lift = change as Lift;
  const writer: Writer = {
    actor: by.actor,
    reason,
    askedBy,
    ...(by.address === undefined ? {} : { address: by.address }),
  };
  await transaction(app.db, async (tx) => {
    if (lift.do === 'rule-off') {
      const rule = await lockRule(tx, lift.id);
      // The rule was switched off and on again since, so the request no longer applies.
      if (!rule.isOn || rule.version !== lift.version || rule.switchedAt?.toISOString() !== lift.switchedAt)
        throw new ChangedSince();
      return writeOff(app, tx, rule, writer);
    }
    if (lift.do === 'remove') {
      const entry = await entries.lockEntry(tx, lift.id);
      if (!entry) throw new ChangedSince();
      return writeRemoved(app, tx, entry, writer);
    }
    const { kind, key, shown, expiresAt } = lift;
    return writeEntry(
      app,
      tx,
      {
        list: 'trusted',
        kind,
        key: Buffer.from(key, 'hex'),
        shown,
        reason: lift.reason,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      },
      writer,
    );
  });
};
