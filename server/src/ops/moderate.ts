import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { sameEmail } from '@daftar/contract/text';
import { recordProviderAudit } from '../audit/record.ts';
import { announceChange } from '../auth/principals.ts';
import { applyApproval, applyRejection } from '../kyc/review.ts';
import * as merchants from '../merchants/writes.ts';
import { notify } from '../notifications/service.ts';
import { findMerchantOf } from '../people/writes.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { isTx, transaction } from '../platform/db/transaction.ts';
import { requireNoHits, screenMerchant } from '../screening/service.ts';
import { NotSuspended, SuspendedAlready } from './errors.ts';
import * as store from './store.ts';

export type Decision = 'approve' | 'reject' | 'suspend' | 'resume';

const statusOf: Record<Exclude<Decision, 'resume'>, number> = {
  approve: MERCHANT_STATUS.live,
  reject: MERCHANT_STATUS.rejected,
  suspend: MERCHANT_STATUS.suspended,
};

/** The page to which the merchant's notification leads. */
const placeOf: Record<Decision, string> = {
  approve: '/dashboard',
  reject: '/activate-account',
  suspend: '/activate-account',
  resume: '/dashboard',
};

/** The author of a decision, and the reason. */
export interface By {
  actor: string;
  address?: string;
  reason?: string | undefined;
  /** The message that the merchant reads about its suspension; `reason` is then for operators only. */
  merchantReason?: string | undefined;
  /** The operator whose request is approved. */
  askedBy?: string;
  /** The reasons of a rejection, by field. */
  reasons?: Readonly<Record<string, string>> | undefined;
  /** The version of the submission that was read; required when one waits for review. */
  version?: number | undefined;
}

/** A merchant whose status changed. */
export interface Moved {
  merchantId: number;
  businessName: string;
  before: number;
  after: number;
}

/**
 * Screens the names of a merchant that is about to be approved, including those that changed since the request was
 * sent. Call it before the transaction: hits must be kept even if the approval is refused, and screening takes a
 * while.
 */
export const screenBefore = (app: App, merchantId: number): Promise<void> => {
  if (isTx(app.db)) throw new Error('names are compared before the transaction, not within it');
  return screenMerchant(app, merchantId);
};

/**
 * Changes a merchant's status, records who did it, notifies the merchant, and takes effect on the very next call.
 * Resuming restores the status from before the suspension. An approval must be preceded by {@link screenBefore}.
 * @returns null when there is no such merchant.
 * @throws SuspendedAlready, NotSuspended, SubmissionChanged, VersionWanted
 */
export async function moderateMerchant(
  app: App,
  decision: Decision,
  merchantId: number,
  by: By,
): Promise<Moved | null> {
  return transaction(app.db, async (tx) => {
    const merchant = await store.lockMerchantStatus(tx, merchantId);
    return merchant && move(tx, app, decision, merchant, by);
  });
}

/** Does the same for the merchant identified by an e-mail address. @returns null also when several merchants match */
export async function moderate(app: App, decision: Decision, email: string, by: By): Promise<Moved | null> {
  const merchantId = await findMerchantOf(app.db, sameEmail(email));
  if (merchantId === undefined) return null;
  if (decision === 'approve') await screenBefore(app, merchantId);
  return moderateMerchant(app, decision, merchantId, by);
}

async function move(
  tx: Tx,
  app: App,
  decision: Decision,
  merchant: store.MerchantStatusRow,
  by: By,
): Promise<Moved> {
  const { merchantId, businessName, before } = merchant;
  const isSuspended = before === MERCHANT_STATUS.suspended;
  if (decision === 'suspend' && isSuspended) throw new SuspendedAlready();
  if (decision === 'resume' && !isSuspended) throw new NotSuspended();
  const now = app.clock.now();
  const merchantReason = (decision === 'suspend' && by.merchantReason) || null;
  const reason = (by.reason ?? Object.values(by.reasons ?? {}).join(' · ')) || null;
  const after =
    decision === 'resume' ? (merchant.beforeSuspension ?? MERCHANT_STATUS.registered) : statusOf[decision];
  // A resumed merchant is live again, so it is screened as for an approval.
  if (after === MERCHANT_STATUS.live) await requireNoHits({ ...app, db: tx }, merchantId);
  const reasons: Record<Decision, Partial<merchants.StatusReasons>> = {
    approve: { rejection: null },
    reject: { rejection: reason },
    suspend: { suspension: reason, suspensionMessage: merchantReason },
    resume: {},
  };
  await merchants.setStatus(tx, merchantId, { status: after, reasons: reasons[decision], now });
  const { actor, address } = by;
  const author = { actor, merchantId, ...(address === undefined ? {} : { address }) };
  if (decision === 'approve') await applyApproval(tx, author, by.version, now);
  if (decision === 'reject') await applyRejection(tx, merchantId, by.version, by.reasons ?? {}, now);
  await recordProviderAudit(tx, author, now, {
    action: `merchant.${decision}`,
    subject: `merchant:${merchantId}`,
    before: { status: before },
    after: {
      status: after,
      reason,
      ...(merchantReason === null ? {} : { merchantReason }),
      ...(by.reasons ? { reasons: by.reasons } : {}),
      ...(by.version === undefined ? {} : { version: by.version }),
      ...(by.askedBy === undefined ? {} : { askedBy: by.askedBy }),
    },
  });
  const news = {
    kind: `account-${decision}` as const,
    params: {
      ...(decision === 'reject' ? { reason: reason ?? '' } : {}),
      ...(merchantReason === null ? {} : { merchantReason }),
    },
    href: placeOf[decision],
  };
  await notify({ ...app, db: tx }, { merchantId, mode: 'live' }, news);
  // The account is shared by both modes, so one e-mail is enough.
  await notify({ ...app, db: tx }, { merchantId, mode: 'test' }, { ...news, email: false });
  await announceChange(tx, { merchantId });
  return { merchantId, businessName, before, after };
}
