import { isPicturePath } from '@daftar/contract/files';
import { BUSINESS_TYPES, type BusinessType } from '@daftar/contract/kyc';
import { addVerifiedAccount } from '../account/bank-accounts.ts';
import type { ProviderAuthor } from '../audit/record.ts';
import { pinFiles, setMerchantLogo } from '../files/index.ts';
import * as merchants from '../merchants/writes.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { SubmissionChanged, SubmissionNotFound, VersionWanted } from './errors.ts';
import { namesOf } from './lookups.ts';
import { filesOf, pathsOf } from './service.ts';
import * as store from './store.ts';

/**
 * Returns everything that a merchant has submitted, with names for its choices and metadata of its files (`readFile`
 * returns their bytes); for operators.
 * @throws SubmissionNotFound also while it is a draft
 */
export async function kycSubmission(app: App, merchantId: number, locale: Locale) {
  const row = await store.findSubmission(app.db, { merchantId });
  if (!row || row.state === 'draft') throw new SubmissionNotFound();
  const files = await filesOf(app, { merchantId }, row.fields);
  return { ...row, names: namesOf(locale, row.fields), files };
}

const typeOf = (businessType: number): BusinessType =>
  businessType === BUSINESS_TYPES.corporate ? 'corporate' : 'individual';

/**
 * Returns whether a request is waiting; it can only be decided with the version that was read.
 * @throws SubmissionChanged, VersionWanted
 */
async function waits(tx: Tx, owner: { merchantId: number }, version: number | undefined): Promise<boolean> {
  const waiting = await store.lockWaitingVersion(tx, owner);
  if (version !== undefined && version !== waiting) throw new SubmissionChanged();
  if (waiting !== null && version === undefined) throw new VersionWanted(waiting);
  return waiting !== null;
}

/**
 * Applies an approval, in the transaction that approves the merchant: copies the verified data to the account,
 * publishes the logo and adds the bank account. The documents are kept permanently. Edits that a rejected merchant
 * has not sent are ignored, because nobody reviewed them.
 * @param version the version that was read; undefined approves a merchant without a request.
 * @throws SubmissionChanged, VersionWanted
 */
export async function applyApproval(
  tx: Tx,
  by: ProviderAuthor,
  version: number | undefined,
  now: Date,
): Promise<void> {
  if (!(await waits(tx, by, version))) return;
  const sent = await store.decide(tx, by, { state: 'approved', reasons: {}, now });
  if (!sent) return;
  const { fields } = sent;
  const { address = '', description = '', logoPath } = fields;
  await merchants.setVerifiedBusiness(tx, by.merchantId, {
    businessType: typeOf(sent.businessType),
    address,
    description,
    now,
  });
  const paths = pathsOf(fields).map(({ path }) => path);
  // A logo sent as a PDF is not shown; payers see the name alone until a picture is chosen.
  if (logoPath && isPicturePath(logoPath))
    await setMerchantLogo(tx, by, logoPath, { purpose: 'document', field: 'logoPath', now });
  await addVerifiedAccount(tx, by, bankOf(fields), now);
  await pinFiles(tx, by, paths, now);
}

const bankOf = (fields: Readonly<Record<string, string>>) => ({
  bankAccountName: fields.bankAccountName ?? '',
  bankAccountNumber: fields.bankAccountNumber ?? '',
  bankName: fields.bankName ?? '',
  bankBranch: fields.branchName ?? '',
  iban: fields.iban ?? '',
  swift: fields.swift ?? '',
  documentPath: fields.optionalDocument || null,
});

/**
 * Applies a rejection: the reasons by field; only those fields can be edited.
 * @param version the version that was read, when a request is waiting.
 * @throws SubmissionChanged, VersionWanted
 */
export async function applyRejection(
  tx: Tx,
  merchantId: number,
  version: number | undefined,
  reasons: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  await waits(tx, { merchantId }, version);
  await store.decide(tx, { merchantId }, { state: 'rejected', reasons: { ...reasons }, now });
}
