/** A merchant's rolling reserve in the console: requested by one operator, approved by another. */
import { toPounds } from '@daftar/contract/money';
import type { ApprovalFact, ApprovalValue } from '@daftar/contract/ops-approvals';
import type { ReserveForm } from '@daftar/contract/ops-reserve';
import type { z } from 'zod/mini';
import { recordProviderAudit } from '../../audit/record.ts';
import { askSecondOperator, ChangedSince, type Executor } from '../../ops-approvals/index.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { cairoDay } from '../../platform/time/cairo.ts';
import * as reserve from '../../reserve/service.ts';
import {
  findHeld,
  findTerms,
  type Releasing,
  type ReserveTerms,
  releaseHeld,
  setTerms,
} from '../../reserve/writes.ts';
import { MerchantNotFound, NothingChanges } from '../errors.ts';
import { lockTerms } from '../merchants/store.ts';
import { findName } from '../store.ts';

async function requireName(app: App, id: number): Promise<string> {
  const name = await findName(app.db, id);
  if (name === undefined) throw new MerchantNotFound();
  return name;
}

/** Returns the terms and the held amounts, in both modes. @throws MerchantNotFound */
export async function readReserves(app: App, id: number) {
  await requireName(app, id);
  const of = (mode: 'live' | 'test') => reserve.readReserve(app, { merchantId: id, mode });
  return { live: await of('live'), test: await of('test') };
}

interface Change {
  was: ReserveTerms | null;
  shareBps: number;
  days: number;
  releaseNow: boolean;
  /** The live amounts held at the time of the request. */
  held?: Releasing & { piastres: number };
}

const shown = (terms: ReserveTerms | null): ApprovalValue => ({
  is: 'share',
  share: toPounds(terms?.shareBps ?? 0),
  days: terms?.days ?? 0,
});

const isSame = (one: ReserveTerms | null | undefined, other: ReserveTerms | null | undefined) =>
  (one?.shareBps ?? 0) === (other?.shareBps ?? 0) &&
  ((one?.shareBps ?? 0) === 0 || one?.days === other?.days);

/** Requests to set, change or lift a merchant's reserve. @throws MerchantNotFound, NothingChanges, WaitsAlready */
export async function askForReserve(
  app: App,
  operator: Operator,
  id: number,
  form: z.output<typeof ReserveForm>,
): Promise<void> {
  const name = await requireName(app, id);
  const was = (await findTerms(app.db, id)) ?? null;
  const terms: ReserveTerms = { shareBps: form.share, days: form.days };
  const releaseNow = form.release_now;
  if (isSame(was, terms) && !releaseNow) throw new NothingChanges();
  const facts: ApprovalFact[] = [{ name: 'reserve', before: shown(was), after: shown(terms) }];
  const change: Change = { was, ...terms, releaseNow };
  if (releaseNow) {
    const held = await findHeld(app.db, id);
    const { balance } = await reserve.readReserve(app, { merchantId: id, mode: 'live' });
    facts.push({ name: 'releaseNow', before: null, after: { is: 'amount', amount: balance } });
    change.held = { until: held?.until ?? cairoDay(app.clock.now()), piastres: Math.round(balance * 100) };
  }
  await askSecondOperator(app, operator, {
    kind: 'reserve',
    subject: `merchant:${id}`,
    name,
    merchantId: id,
    facts,
    change,
    reason: form.reason,
  });
}

/** Carries out {@link askForReserve}. */
export const otherReserve: Executor = async (app, { merchantId: id, change, askedBy, reason }, by) => {
  const merchantId = id ?? 0;
  const { was, shareBps, days, releaseNow, held } = change as Change;
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    if (!(await lockTerms(tx, merchantId))) throw new MerchantNotFound();
    const before = (await findTerms(tx, merchantId)) ?? null;
    if (!isSame(before, was)) throw new ChangedSince();
    if (!isSame(before, { shareBps, days })) {
      await setTerms(app, tx, merchantId, { shareBps, days }, by.actor);
    }
    // Amounts held since the request are not released with it. Their day alone could make them look like the amounts
    // shown.
    if (releaseNow && (!held || (await releaseHeld(app, tx, merchantId, held)) > held.piastres))
      throw new ChangedSince();
    await recordProviderAudit(tx, { ...by, merchantId }, now, {
      action: 'merchant.reserve',
      subject: `merchant:${merchantId}`,
      before: { ...before },
      after: { shareBps, days, releaseNow, askedBy, reason },
    });
  });
};
