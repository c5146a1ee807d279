import { MERCHANT_STATUS } from '@daftar/contract/auth';
import * as merchants from '../merchants/writes.ts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Owner = Pick<Scope, 'merchantId'>;
type Fields = Record<string, string>;

export interface SubmissionRow {
  merchantId: number;
  state: 'draft' | 'submitted' | 'approved' | 'rejected';
  /** How many times it was sent. */
  version: number;
  businessType: 1 | 2;
  step: number;
  fields: Fields;
  reasons: Fields;
  submittedAt: Date | null;
}

/** Finds a merchant's draft or submission. */
export async function findSubmission(db: Db, owner: Owner): Promise<SubmissionRow | null> {
  const [row] = await db<SubmissionRow[]>`
    select merchant_id as "merchantId", state, version, business_type as "businessType", step, fields, reasons,
           submitted_at as "submittedAt"
    from kyc_submissions where merchant_id = ${owner.merchantId}`;
  return row ?? null;
}

/** Locks a merchant and returns its status, so that sending and deciding take turns. */
export async function lockStatus(tx: Tx, owner: Owner): Promise<number> {
  const [row] = await tx<{ status: number }[]>`
    select status from merchants where id = ${owner.merchantId} for no key update`;
  return row!.status;
}

/** Returns a merchant's status and its reason. */
export async function findStatus(db: Db, owner: Owner): Promise<{ status: number; reason: string }> {
  const [row] = await db<{ status: number; reason: string }[]>`
    select status, coalesce(status_reason, '') as reason from merchants where id = ${owner.merchantId}`;
  return row!;
}

/** Returns what is known from sign-up. */
export async function findPrefill(
  db: Db,
  owner: Owner,
): Promise<{ mobile: string; email: string; businessName: string }> {
  const [row] = await db<{ mobile: string; email: string; businessName: string }[]>`
    select mobile, email, business_name as "businessName" from merchants where id = ${owner.merchantId}`;
  return row!;
}

/** Saves a draft; a rejection stands until the next submission. */
export async function saveDraft(
  tx: Tx,
  owner: Owner,
  draft: { businessType: number; step: number; fields: Fields; now: Date },
): Promise<void> {
  await tx`
    insert into kyc_submissions (merchant_id, business_type, step, fields, updated_at)
    values (${owner.merchantId}, ${draft.businessType}, ${draft.step}, ${tx.json(draft.fields)}, ${draft.now})
    on conflict (merchant_id) do update set
      business_type = excluded.business_type, step = excluded.step, fields = excluded.fields,
      updated_at = excluded.updated_at`;
}

/** Records a submission; the merchant is under review from then on. */
export async function submit(
  tx: Tx,
  owner: Owner,
  sent: { businessType: number; fields: Fields; now: Date },
): Promise<void> {
  await tx`
    insert into kyc_submissions (merchant_id, state, version, business_type, step, fields, submitted_at, updated_at)
    values (${owner.merchantId}, 'submitted', 1, ${sent.businessType}, 3, ${tx.json(sent.fields)}, ${sent.now}, ${sent.now})
    on conflict (merchant_id) do update set
      state = 'submitted', version = kyc_submissions.version + 1, business_type = excluded.business_type, step = 3, fields = excluded.fields, reasons = '{}',
      submitted_at = excluded.submitted_at, decided_at = null, updated_at = excluded.updated_at`;
  await merchants.beginReview(tx, owner.merchantId, sent.now);
}

/** Returns which of the two another merchant's submission has. */
export async function findSentElsewhere(
  db: Db,
  owner: Owner,
  { mobileNumber, email }: { mobileNumber: string; email: string },
): Promise<{ mobileNumber: boolean; email: boolean }> {
  const [row] = await db<{ mobileNumber: boolean; email: boolean }[]>`
    select
      exists (select 1 from kyc_submissions where fields->>'mobileNumber' = ${mobileNumber}
              and state in ('submitted', 'approved') and merchant_id <> ${owner.merchantId}) as "mobileNumber",
      exists (select 1 from kyc_submissions where fields->>'email' = ${email}
              and state in ('submitted', 'approved') and merchant_id <> ${owner.merchantId}) as email`;
  return row!;
}

/** Locks the version that waits for a decision; null when none does. */
export async function lockWaitingVersion(tx: Tx, owner: Owner): Promise<number | null> {
  const [row] = await tx<{ version: number }[]>`
    select version from kyc_submissions
    where merchant_id = ${owner.merchantId} and state = 'submitted' for update`;
  return row?.version ?? null;
}

/** Records a decision. @returns what was sent; null when nothing was. */
export async function decide(
  tx: Tx,
  owner: Owner,
  decision: { state: 'approved' | 'rejected'; reasons: Fields; now: Date },
): Promise<{ businessType: 1 | 2; fields: Fields } | null> {
  const [row] = await tx<{ businessType: 1 | 2; fields: Fields }[]>`
    update kyc_submissions set state = ${decision.state}, reasons = ${tx.json(decision.reasons)},
           decided_at = ${decision.now}, updated_at = ${decision.now}
    where merchant_id = ${owner.merchantId} and state <> 'draft'
    returning business_type as "businessType", fields`;
  return row ?? null;
}

export interface QueueRow {
  merchantId: number;
  businessName: string;
  businessType: 1 | 2;
  submittedAt: Date;
}

/** Lists those that wait for review, longest first, except suspended merchants, which cannot be decided. */
export function listWaiting(db: Db, limit: number): Promise<QueueRow[]> {
  return db<QueueRow[]>`
    select k.merchant_id as "merchantId", m.business_name as "businessName", k.business_type as "businessType",
           k.submitted_at as "submittedAt"
    from kyc_submissions k join merchants m on m.id = k.merchant_id
    where k.state = 'submitted' and m.status = ${MERCHANT_STATUS.underReview}
    order by k.submitted_at, k.merchant_id limit ${limit}`;
}
