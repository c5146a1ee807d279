/** Proves a company's domain by DNS lookups: on request, and again from time to time. */
import type { CompanySignIn } from '@daftar/contract/company-sign-in';
import { recordAudit, recordProviderAudit } from '../audit/record.ts';
import { announceChange } from '../auth/principals.ts';
import { askDns, lapseOf, tellOwnersOfDomain } from '../domains/proof.ts';
import type { App, Caller } from '../platform/context.ts';
import { classifyDbError, type Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { takeUses } from '../platform/limits/limits.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { afterDomainLookup, type DomainProof, type DomainProofEvent } from './domain-proof.ts';
import { CompanyDnsSilent, CompanyDomainTaken, CompanyRecordNotFound } from './errors.ts';
import { recordOf } from './rules.ts';
import { getSettings, HREF, viewOf } from './settings.ts';
import * as store from './store.ts';

/** Limit of DNS lookups on request; a new record takes longer to spread anyway. */
const CHECKS = { name: 'company domain checks', free: 30, most: 30, windowSeconds: 3600 };

/** Looks for the record of the domain now. @throws NoProvider, CompanyDomainTaken, CompanyRecordNotFound, CompanyDnsSilent */
export async function checkDomain(app: App, caller: Caller): Promise<CompanySignIn> {
  const row = await getSettings(app, caller);
  if (row.verifiedAt && !row.missingSince) return viewOf(app, caller, row);
  await takeUses(app, [{ limit: CHECKS, of: 'all', scope: { merchantId: caller.merchantId, mode: 'live' } }]);
  const { answer, isTaken } = await lookUp(app, row, caller);
  if (isTaken) throw new CompanyDomainTaken();
  if (answer === 'missing') throw new CompanyRecordNotFound();
  if (answer === 'unknown') throw new CompanyDnsSilent();
  return viewOf(app, caller, await getSettings(app, caller));
}

/** Looks up every proven or suspended domain that is due. @returns how many */
export const checkDomains = (app: App): Promise<number> =>
  eachDue(
    app,
    'looking up domains of company sign-in',
    (limit, offset) => store.listDue(app.db, app.clock.now(), limit, offset),
    async (due) => {
      const row = await store.findSettings(app.db, due);
      if (row) await lookUp(app, row, null);
    },
  );

/** Queries DNS, outside of any transaction, and records the result. @param caller the requester; null for the job */
async function lookUp(app: App, row: store.SettingsRow, caller: Caller | null) {
  const answer = await askDns(app, recordOf(row));
  try {
    return { answer, isTaken: await transaction(app.db, (tx) => note(app, tx, row, answer, caller)) };
  } catch (error) {
    // Another business may have proven it between the check and the write.
    if (classifyDbError(error).kind === 'unique') return { answer, isTaken: true };
    throw error;
  }
}

/** Records the result of a lookup. @returns whether the domain belongs to another business */
async function note(
  app: App,
  tx: Tx,
  seen: store.SettingsRow,
  answer: Awaited<ReturnType<typeof askDns>>,
  caller: Caller | null,
): Promise<boolean> {
  const row = await store.lockSettings(tx, seen);
  // The settings changed during the lookup.
  if (row?.domain !== seen.domain || row.token !== seen.token) return false;
  const isTaken = answer === 'found' && (await store.isTaken(tx, row));
  const { proof, event } = afterDomainLookup(row, isTaken ? 'missing' : answer, app.clock.now());
  await store.writeProof(tx, row, proof);
  if (event) await told(app, tx, row, { proof, event }, caller);
  return isTaken;
}

async function told(
  app: App,
  tx: Tx,
  { merchantId, domain }: store.SettingsRow,
  { proof, event }: { proof: DomainProof; event: DomainProofEvent },
  caller: Caller | null,
): Promise<void> {
  const now = app.clock.now();
  const subject = `merchant:${merchantId}` as const;
  const after = { domain };
  if (event === 'verified') {
    // Only people who manage the settings can prove a domain the first time; the job cannot.
    if (caller) await recordAudit(tx, caller, now, { action: 'company-sign-in.domain', subject, after });
    return;
  }
  // The change affects who may sign in without the company's account, including open sessions.
  await announceChange(tx, { merchantId });
  const entry = { action: `company-domain.${event}`, subject, after };
  if (caller) await recordAudit(tx, caller, now, entry);
  else await recordProviderAudit(tx, { actor: 'system', merchantId }, now, entry);
  const day = proof.missingSince && { day: cairoDay(lapseOf(proof.missingSince)) };
  const params = { domain, ...day };
  await tellOwnersOfDomain(app, tx, { merchantId }, { kind: `company-domain-${event}`, params, href: HREF });
}
