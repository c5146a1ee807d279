import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { StoredFile } from '@daftar/contract/files';
import {
  BUSINESS_TYPES,
  type BusinessType,
  CONTACT_FIELDS,
  CorporateForm,
  type CorporateValues,
  DOCUMENT_FIELDS,
  DOCUMENTS_STEP_FIELDS,
  IndividualForm,
  type IndividualValues,
  type KycState,
  openFields,
} from '@daftar/contract/kyc';
import { validate } from '@daftar/contract/validate';
import type { LoggedSide } from '../audit/fields.ts';
import { recordAudit } from '../audit/record.ts';
import { keptElsewhere } from '../auth/numbers.ts';
import { announceChange } from '../auth/principals.ts';
import { attachFile, describeFile, detachFile } from '../files/index.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { translate } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { KycClosed, KycDuplicate } from './errors.ts';
import { parentsOf, unknownChoices } from './lookups.ts';
import * as store from './store.ts';

type Fields = Record<string, string>;
const OPEN: readonly number[] = [MERCHANT_STATUS.registered, MERCHANT_STATUS.rejected];

/** Returns the caller's activation request as typed or sent, and its status. */
export async function kycState(app: App, scope: Pick<Caller, 'merchantId' | 'locale'>): Promise<KycState> {
  const [merchant, row] = await Promise.all([
    store.findStatus(app.db, scope),
    store.findSubmission(app.db, scope),
  ]);
  const reasons = await reasonsOf(app.db, scope, row, app.clock.now());
  const fields = row ? { ...parentsOf(row.fields), ...row.fields } : {};
  return {
    status: merchant.status,
    businessType: row?.businessType ?? null,
    step: row?.step ?? 1,
    fields,
    files: await filesOf(app, scope, fields),
    reasons: Object.fromEntries(
      Object.entries(reasons).map(([field, why]) => [
        field,
        typeof why === 'string' ? why : translate(scope.locale, why.key),
      ]),
    ),
    reason: merchant.reason,
    submitted_at: row?.submittedAt?.toISOString() ?? null,
  };
}

/**
 * Returns the fields that a rejected merchant must change: those named by the reviewer, and values that another
 * merchant has taken since, which would otherwise be locked and refused.
 */
async function reasonsOf(
  db: Db,
  owner: Pick<Scope, 'merchantId'>,
  row: store.SubmissionRow | null,
  now: Date,
): Promise<Record<string, string | { key: string }>> {
  if (row?.state !== 'rejected') return {};
  // Without named fields, all can be edited.
  if (Object.keys(row.reasons).length === 0) return {};
  const taken = await takenFields(db, owner, row.fields, now);
  return {
    ...Object.fromEntries(taken.map((field) => [field, { key: `kyc.taken.${field}` }])),
    ...row.reasons,
  };
}

/** Returns metadata of the files to which fields refer, by path. */
export async function filesOf(
  app: App,
  scope: Pick<Scope, 'merchantId'>,
  fields: Fields,
): Promise<Record<string, StoredFile>> {
  const files = await Promise.all(pathsOf(fields).map(({ path }) => describeFile(app, scope, path)));
  return Object.fromEntries(files.map((file) => [file.path, file]));
}

/** Returns the paths of the files to which fields refer. */
export const pathsOf = (fields: Fields) =>
  DOCUMENT_FIELDS.flatMap((field) => (fields[field] ? [{ field, path: fields[field] }] : []));

/** A draft also stores the parent choices, which a submission does not contain. */
const DRAFT_FIELDS: ReadonlySet<string> = new Set([
  ...CONTACT_FIELDS,
  ...DOCUMENTS_STEP_FIELDS.corporate,
  ...DOCUMENTS_STEP_FIELDS.individual,
  'governorateId',
  'businessCategoryId',
  'bankWay',
]);

/** Saves a draft with its files, valid or not. @throws KycClosed, InvalidError 422 on a file's field */
export function saveDraft(
  app: App,
  caller: Caller,
  draft: { businessType: number; step: number; fields: Fields },
): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const before = await open(tx, caller);
    const kept = Object.entries(draft.fields).filter(
      ([name, value]) => DRAFT_FIELDS.has(name) && value !== '',
    );
    const fields = await locked(tx, caller, before, draft.businessType, Object.fromEntries(kept), now);
    await exchangeFiles(tx, caller, before?.fields ?? {}, fields, now);
    await store.saveDraft(tx, caller, { ...draft, fields, now });
  });
}

/** Checks that the merchant may send now. @throws KycClosed */
async function open(tx: Tx, caller: Caller): Promise<store.SubmissionRow | null> {
  const status = await store.lockStatus(tx, caller);
  if (!OPEN.includes(status)) throw new KycClosed(status);
  return store.findSubmission(tx, caller);
}

/** After a rejection by field, the other fields keep the sent values. */
async function locked(
  tx: Tx,
  owner: Pick<Scope, 'merchantId'>,
  before: store.SubmissionRow | null,
  businessType: number,
  fields: Fields,
  now: Date,
): Promise<Fields> {
  if (before?.state !== 'rejected' || before.businessType !== businessType) return fields;
  const editable = openFields(await reasonsOf(tx, owner, before, now));
  if (!editable) return fields;
  const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => editable.has(name)));
  const sent = Object.fromEntries(Object.entries(before.fields).filter(([name]) => !editable.has(name)));
  return { ...sent, ...typed };
}

async function exchangeFiles(
  tx: Tx,
  caller: Caller,
  before: Fields,
  after: Fields,
  now: Date,
): Promise<void> {
  const paths = new Set(pathsOf(after).map(({ path }) => path));
  for (const { field, path } of pathsOf(after)) {
    await attachFile(tx, caller, path, { purpose: 'document', field, now });
  }
  for (const { path } of pathsOf(before)) if (!paths.has(path)) await detachFile(tx, caller, path);
}

const FORMS = { corporate: CorporateForm, individual: IndividualForm };

/**
 * Sends the activation request and starts the review.
 * @throws KycClosed, InvalidError 422, KycDuplicate when another merchant has the number or the address
 */
export async function submitKyc(
  app: App,
  caller: Caller,
  type: BusinessType,
  form: CorporateValues | IndividualValues,
): Promise<void> {
  const now = app.clock.now();
  const businessType = BUSINESS_TYPES[type];
  const work = transaction(app.db, async (tx) => {
    const before = await open(tx, caller);
    const given = Object.entries(form)
      .map(([name, value]) => [name, String(value)] as const)
      .filter(([, value]) => value !== '');
    const fields = await locked(tx, caller, before, businessType, Object.fromEntries(given), now);
    const parsed = validate(FORMS[type], fields);
    if (!parsed.ok) throw new InvalidError(parsed.errors);
    const unknown = unknownChoices(parsed.value);
    if (unknown.length > 0) {
      throw new InvalidError(Object.fromEntries(unknown.map((field) => [field, [{ key: 'Invalid' }]])));
    }
    await refuseTaken(tx, caller, parsed.value, now);
    await exchangeFiles(tx, caller, before?.fields ?? {}, fields, now);
    await store.submit(tx, caller, { businessType, fields, now });
    await addJob(tx, 'screen-merchant', { merchantId: caller.merchantId });
    await recordAudit(tx, caller, now, {
      action: 'kyc.submit',
      subject: `merchant:${caller.merchantId}`,
      ...(before?.state === 'rejected' ? { before: auditOf(before.fields) } : {}),
      after: { businessType, ...auditOf(fields) },
    });
    await announceChange(tx, { merchantId: caller.merchantId });
  });
  try {
    await work;
  } catch (error) {
    // Of two concurrent requests with the same value, the unique index refuses one.
    const refused = await refusedKey(app.db, error);
    if (refused === 'kyc_submissions_mobile') throw new KycDuplicate(['mobileNumber']);
    if (refused === 'kyc_submissions_email') throw new KycDuplicate(['email']);
    throw error;
  }
}

async function refuseTaken(
  tx: Tx,
  caller: Caller,
  form: { mobileNumber: string; email: string },
  now: Date,
): Promise<void> {
  const fields = await takenFields(tx, caller, form, now);
  if (fields.length > 0) throw new KycDuplicate(fields);
}

/** Returns which of the two another merchant has, in its account or its submission. */
async function takenFields(
  db: Db,
  owner: Pick<Scope, 'merchantId'>,
  { mobileNumber = '', email = '' }: Fields,
  now: Date,
) {
  const kept = await keptElsewhere(db, owner.merchantId, { email, mobile: mobileNumber }, now);
  const sent = await store.findSentElsewhere(db, owner, { mobileNumber, email });
  const taken = { mobileNumber: kept.mobile || sent.mobileNumber, email: kept.email || sent.email };
  return (['mobileNumber', 'email'] as const).filter((field) => taken[field]);
}

/** Masked in the audit log. */
const HIDDEN = ['bankAccountNumber', 'iban'];
const auditOf = (fields: Fields): LoggedSide =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      HIDDEN.includes(name) ? `****${value.slice(-4)}` : value,
    ]),
  );

/** Returns the facts about the caller's business from sign-up. */
export const prefill = (app: App, caller: Caller) => store.findPrefill(app.db, caller);
