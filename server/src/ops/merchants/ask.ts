/**
 * Changes of a merchant that one operator requests and a second one approves: other fees, and lifting a suspension or
 * hold.
 */
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { toPounds } from '@daftar/contract/money';
import type { ApprovalFact, ApprovalValue, OpsApprovalKind } from '@daftar/contract/ops-approvals';
import type { RatesForm } from '@daftar/contract/ops-merchants';
import type { z } from 'zod/mini';
import { askSecondOperator, ChangedSince, type Executor } from '../../ops-approvals/index.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { HoldRefused, MerchantNotFound, NothingChanges, NotSuspended } from '../errors.ts';
import { moderateMerchant } from '../moderate.ts';
import * as service from './service.ts';
import * as store from './store.ts';

type OwnRate = z.output<typeof RatesForm>['rates'][number];
type StoredRate = store.StoredRate;

const storedRate = ({ payment_method_id: method, rate, fixed }: OwnRate): StoredRate => ({
  method,
  rateBps: rate,
  fixedPiastres: fixed,
});

/** Returns the rate of a method: the merchant's own, or else today's default. */
function rateOf(app: App, rates: readonly StoredRate[], method: number): ApprovalValue {
  const own = rates.find((rate) => rate.method === method);
  const { rateBps, fixedPiastres } = own ?? service.usualRate(app);
  const figures = { rate: toPounds(rateBps), fixed: toPounds(fixedPiastres) };
  return { is: 'rate', ...figures, ...(own ? {} : { is_usual: true }) };
}

/** Lists the methods whose rate would change, with both rates. */
function rateFacts(app: App, was: readonly StoredRate[], rates: readonly StoredRate[]): ApprovalFact[] {
  return PAYMENT_METHODS.flatMap(({ id, code }) => {
    const [before, after] = [rateOf(app, was, id), rateOf(app, rates, id)];
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? [] : [{ name: 'rate', of: code, before, after }];
  });
}

const text = (value: string | null): ApprovalValue | null =>
  value === null ? null : { is: 'text', text: value };

function ask(
  app: App,
  operator: Operator,
  merchant: { id: number; name: string },
  kind: OpsApprovalKind,
  asked: { facts: ApprovalFact[]; change: object; reason: string },
): Promise<number> {
  const { id: merchantId, name } = merchant;
  return askSecondOperator(app, operator, {
    kind,
    subject: `merchant:${merchantId}`,
    name,
    merchantId,
    ...asked,
  });
}

async function getMerchant(app: App, id: number): Promise<store.FullMerchant> {
  const merchant = await store.findMerchant(app.db, id);
  if (!merchant) throw new MerchantNotFound();
  return merchant;
}

/** Requests other rates. @throws MerchantNotFound, RatesChanged, NothingChanges, WaitsAlready */
export async function askForRates(
  app: App,
  operator: Operator,
  id: number,
  form: z.output<typeof RatesForm>,
): Promise<void> {
  const merchant = await getMerchant(app, id);
  const change = { was: form.was.map(storedRate), rates: form.rates.map(storedRate) };
  service.requireSameRates(await store.listRates(app.db, id), change.was);
  const facts = rateFacts(app, change.was, change.rates);
  if (facts.length === 0) throw new NothingChanges();
  await ask(app, operator, merchant, 'rates', { facts, change, reason: form.reason });
}

/** Carries out {@link askForRates}. */
export const otherRates: Executor = async (app, { merchantId, change, askedBy }, by) => {
  const { was, rates } = change as { was: StoredRate[]; rates: StoredRate[] };
  await service.saveRates(app, by, merchantId ?? 0, { was, rates, askedBy });
};

/** Requests to lift a suspension. @throws MerchantNotFound, NotSuspended, WaitsAlready */
export async function askToResume(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  const merchant = await getMerchant(app, id);
  if (merchant.status !== MERCHANT_STATUS.suspended) throw new NotSuspended();
  const facts = [{ name: 'suspension', before: text(merchant.statusReason ?? ''), after: null }];
  await ask(app, operator, merchant, 'resume', {
    facts,
    change: { suspension: merchant.suspensions },
    reason,
  });
}

/** Carries out {@link askToResume}, unless the merchant has been suspended again since. */
export const mayResume: Executor = async (app, { merchantId, change, askedBy }, by) => {
  // Requests of an earlier release identify the suspension by its text only.
  const { suspension, was = null } = change as { suspension?: number; was?: string | null };
  const now = await lockedMerchant(app, merchantId ?? 0);
  const isSame = suspension === undefined ? now.statusReason === was : now.suspensions === suspension;
  if (now.status === MERCHANT_STATUS.suspended && !isSame) throw new ChangedSince();
  const moved = await moderateMerchant(app, 'resume', merchantId ?? 0, { ...by, askedBy });
  if (!moved) throw new MerchantNotFound();
};

/** Requests to lift a settlement hold. @throws MerchantNotFound, HoldRefused, WaitsAlready */
export async function askToRelease(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  const merchant = await getMerchant(app, id);
  if (merchant.heldAt === null) throw new HoldRefused(false);
  const facts = [{ name: 'hold', before: text(merchant.holdReason), after: null }];
  await ask(app, operator, merchant, 'settlement-release', {
    facts,
    change: { was: merchant.heldAt },
    reason,
  });
}

/** Carries out {@link askToRelease}, unless the settlements have been put on hold again since. */
export const mayRelease: Executor = async (app, { merchantId, change, askedBy }, by) => {
  const { was } = change as { was: string };
  const { heldAt } = await lockedMerchant(app, merchantId ?? 0);
  if (heldAt !== null && heldAt.toISOString() !== was) throw new ChangedSince();
  await service.release(app, by, merchantId ?? 0, askedBy);
};

/** Locks a merchant until the decision is written, and reads it. @throws MerchantNotFound */
async function lockedMerchant(app: App, id: number): Promise<store.FullMerchant> {
  await transaction(app.db, (tx) => store.lockTerms(tx, id));
  return getMerchant(app, id);
}
