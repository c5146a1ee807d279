import { domainToUnicode } from 'node:url';
import type { Domain } from '@daftar/contract/domains';
import type { StepUp } from '@daftar/contract/step-up';
import { recordAudit, recordProviderAudit } from '../audit/record.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { lockMerchant } from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { classifyDbError, type Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { takeUses } from '../platform/limits/limits.ts';
import { newToken } from '../platform/references.ts';
import { lookFor } from './dns.ts';
import { DnsSilent, DomainNotFound, DomainTaken, RecordNotFound } from './errors.ts';
import { tellOwnersOfDomain } from './proof.ts';
import { type Answer, afterLookup, hostOf, lapseOf, ownHost, recordOf, stateOf } from './rules.ts';
import * as store from './store.ts';

const HREF = '/account-settings?tab=brand';
/** Limit of DNS lookups on request; a new record takes longer to spread anyway. */
const CHECKS = { name: 'domain checks', free: 30, most: 30, windowSeconds: 3600 };

const viewOf = (row: store.DomainRow): Domain => ({
  host: row.host,
  shown: domainToUnicode(row.host),
  state: stateOf(row),
  record: recordOf(row),
  lapses_at: row.missingSince && lapseOf(row.missingSince).toISOString(),
});

/** Returns the caller's domain; null without one. */
export async function getDomain(app: App, caller: Caller): Promise<Domain | null> {
  const row = await store.findDomain(app.db, caller);
  return row ? viewOf(row) : null;
}

/**
 * Sets the merchant's domain, replacing the one before; URLs use it once its DNS record is found. Requires step-up
 * and tells every owner, because payers trust the host that they know.
 * @throws InvalidError 422 on `host` for a name that is invalid, ours or another merchant's, or for a wrong password
 */
export async function saveDomain(
  app: App,
  caller: Caller,
  { host: typed, ...proof }: StepUp & { host: string },
): Promise<Domain> {
  const read = hostOf(typed, ownHost(app.config));
  if ('problem' in read) throw InvalidError.field('host', read.problem);
  const { host } = read;
  if (await store.isTaken(app.db, { merchantId: caller.merchantId, host }))
    throw InvalidError.field('host', 'DomainTaken');
  await requireStepUp(app, caller, proof);
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await lockMerchant(tx, caller);
    const before = await store.findDomain(tx, caller, true);
    if (before?.host === host) return viewOf(before);
    await store.removeDomain(tx, caller, now);
    const row = await store.insertDomain(tx, caller, { host, token: newToken(), now });
    await changed({ ...app, db: tx }, caller, before?.host ?? null, host);
    return viewOf(row);
  });
}

/** Removes the merchant's domain: URLs are on our host again at once. @throws DomainNotFound */
export async function removeDomain(app: App, caller: Caller, proof: StepUp): Promise<void> {
  await requireStepUp(app, caller, proof);
  await transaction(app.db, async (tx) => {
    await lockMerchant(tx, caller);
    const before = await store.findDomain(tx, caller, true);
    if (!before) throw new DomainNotFound();
    await store.removeDomain(tx, caller, app.clock.now());
    await changed({ ...app, db: tx }, caller, before.host, null);
  });
}

async function changed(app: App, caller: Caller, before: string | null, after: string | null): Promise<void> {
  await recordAudit(app.db, caller, app.clock.now(), {
    action: 'account.domain',
    subject: `merchant:${caller.merchantId}`,
    before: { host: before },
    after: { host: after },
  });
  const kind = after === null ? 'domain-removed' : 'domain-changed';
  await notifyOwners(app, caller, { kind, params: { host: after ?? before ?? '' }, href: HREF });
}

/** Looks for the record of the caller's domain now. @throws DomainNotFound, DomainTaken, RecordNotFound, DnsSilent */
export async function checkDomain(app: App, caller: Caller): Promise<Domain> {
  const row = await store.findDomain(app.db, caller);
  if (!row) throw new DomainNotFound();
  await takeUses(app, [{ limit: CHECKS, of: 'all', scope: { merchantId: caller.merchantId, mode: 'live' } }]);
  const { answer, isTaken } = await lookUp(app, row);
  if (isTaken) throw new DomainTaken();
  if (answer === 'missing') throw new RecordNotFound();
  if (answer === 'unknown') throw new DnsSilent();
  const now = await store.findDomain(app.db, caller);
  if (!now) throw new DomainNotFound();
  return viewOf(now);
}

/** Queries DNS, outside of any transaction, and records the result. */
async function lookUp(app: App, row: store.DomainRow): Promise<{ answer: Answer; isTaken: boolean }> {
  const answer = await lookFor(app.config, recordOf(row));
  try {
    return { answer, isTaken: await transaction(app.db, (tx) => note(app, tx, row, answer)) };
  } catch (error) {
    // Another merchant may have proven it between the check and the write.
    if (classifyDbError(error).kind === 'unique') return { answer, isTaken: true };
    throw error;
  }
}

/** Records the result of a lookup. @returns whether the host belongs to another merchant */
async function note(app: App, tx: Tx, row: store.DomainRow, answer: Answer): Promise<boolean> {
  const now = app.clock.now();
  const current = await store.findDomain(tx, row, true);
  // The domain changed during the lookup.
  if (current?.host !== row.host || current.token !== row.token) return false;
  const isTaken = answer === 'found' && (await store.isTaken(tx, current));
  const { proof, event } = afterLookup(current, isTaken ? 'missing' : answer, now);
  await store.writeProof(tx, current, proof);
  if (!event) return isTaken;
  const { merchantId, host } = current;
  await recordProviderAudit(tx, { actor: 'system', merchantId }, now, {
    action: `domain.${event}`,
    subject: `merchant:${merchantId}`,
    after: { host },
  });
  await tellOwnersOfDomain(app, tx, current, { kind: `domain-${event}`, params: { host }, href: HREF });
  return isTaken;
}

/** Looks up every domain that is due. */
export const checkDomains = (app: App): Promise<number> =>
  eachDue(
    app,
    'looking up domains',
    (limit, offset) => store.listDue(app.db, app.clock.now(), limit, offset),
    async (due) => {
      const row = await store.findDomain(app.db, due);
      if (row) await lookUp(app, row);
    },
  );
