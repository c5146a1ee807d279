import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { OpsSubmission } from '@daftar/contract/ops-kyc';
import { kycSubmission } from '../../kyc/review.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { NotFoundError } from '../../platform/http/errors.ts';
import type { FileResult } from '../../platform/http/handlers.ts';
import { documentOf } from '../documents.ts';
import { MerchantNotFound, NotWaiting } from '../errors.ts';
import { moderateMerchant, screenBefore } from '../moderate.ts';
import * as store from '../store.ts';

/** Returns everything that a merchant has submitted. @throws SubmissionNotFound */
export async function readSubmission(app: App, operator: Operator, id: number): Promise<OpsSubmission> {
  const sent = await kycSubmission(app, id, operator.locale);
  const merchant = await store.findName(app.db, id);
  if (merchant === undefined || sent.state === 'draft') throw new MerchantNotFound();
  return {
    id,
    name: merchant,
    state: sent.state,
    business_type: sent.businessType,
    version: sent.version,
    submitted_at: sent.submittedAt?.toISOString() ?? null,
    fields: sent.fields,
    names: sent.names,
    files: sent.files,
    reasons: sent.reasons,
  };
}

/** Reads a file of a submission, or a resized picture. @throws NotFoundError */
export async function readDocument(
  app: App,
  operator: Operator,
  ref: { id: number; filePath: string },
  size?: 'small' | 'large',
): Promise<FileResult> {
  const { fields } = await kycSubmission(app, ref.id, operator.locale);
  if (!Object.values(fields).includes(ref.filePath)) throw new NotFoundError();
  return documentOf(app, { merchantId: ref.id }, ref.filePath, size);
}

/**
 * Approves a merchant, or rejects it with reasons by field. Of two concurrent reviews the second is refused.
 * @param verdict the version that was read, and the reasons; null approves.
 * @throws SubmissionNotFound, NotWaiting, SubmissionChanged when the merchant has sent another version since
 */
export async function decide(
  app: App,
  operator: Operator,
  id: number,
  { version, reasons }: { version: number; reasons: Readonly<Record<string, string>> | null },
): Promise<void> {
  await kycSubmission(app, id, operator.locale);
  const { email: actor, address } = operator;
  if (!reasons) await screenBefore(app, id);
  await transaction(app.db, async (tx) => {
    const merchant = await store.lockMerchantStatus(tx, id);
    if (merchant?.before !== MERCHANT_STATUS.underReview) {
      throw new NotWaiting(merchant?.before === MERCHANT_STATUS.suspended);
    }
    const by = { actor, address, version, ...(reasons ? { reasons } : {}) };
    await moderateMerchant({ ...app, db: tx }, reasons ? 'reject' : 'approve', id, by);
  });
}
