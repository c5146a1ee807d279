import { MERCHANT_STATUS } from '@daftar/contract/auth';
import * as merchants from '../merchants/writes.ts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Owner = Pick<Scope, 'merchantId'>;
type Fields = Record<string, string>;

export interface SubmissionRow {
  merchantId: number;
  state: 'draft' | 'submitted' | 'approved' | 'rejected';
  /** How often it was sent. */
  version: number;
  businessType: 1 | 2;
  step: number;
  fields: Fields;
  reasons: Fields;
  submittedAt: Date | null;
}

/** What a merchant has typed or sent so far. */
export async function findSubmission(db: Db, owner: Owner): Promise<SubmissionRow | null> {
  const [row] = await db<SubmissionRow[]>`
    select merchant_id as "merchantId", state, version, business_type as "businessType", step, fields, reasons,
           submitted_at as "submittedAt"
    from kyc_submissions where merchant_id = ${owner.merchantId}`;
  return row ?? null;
}

/** A merchant's status, unchanged until the transaction ends: who decides and who sends take turns. */
export async function lockStatus(tx: Tx, owner: Owner): Promise<number> {
  const [row] = await tx<{ status: number }[]>`
    select status from merchants where id = ${owner.merchantId} for no key update`;
  return row!.status;
}

/** A merchant's status, and the reason that was given with it. */
export async function findStatus(db: Db, owner: Owner): Promise<{ status: number; reason: string }> {
  const [row] = await db<{ status: number; reason: string }[]>`
    select status, coalesce(status_reason, '') as reason from merchants where id = ${owner.merchantId}`;
  return row!;
}

/** What sign-up already knows. */
export async function findPrefill(
  db: Db,
  owner: Owner,
): Promise<{ mobile: string; email: string; businessName: string }> {
  const [row] = await db<{ mobile: string; email: string; businessName: string }[]>`
    select mobile, email, business_name as "businessName" from merchants where id = ${owner.merchantId}`;
  return row!;
}

/** Keeps what is typed; what was rejected stays so until it is sent again. */
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

/** Writes down what was sent; the merchant is under review from then on. */
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

/** Which of the two another merchant has, in its own account or its submission. */
export async function findTaken(
  db: Db,
  owner: Owner,
  { mobileNumber, email }: { mobileNumber: string; email: string },
): Promise<{ mobileNumber: boolean; email: boolean }> {
  const [row] = await db<{ mobileNumber: boolean; email: boolean }[]>`
    select
      exists (select 1 from logins where mobile = ${mobileNumber} and merchant_id <> ${owner.merchantId})
      or exists (select 1 from kyc_submissions where fields->>'mobileNumber' = ${mobileNumber}
                 and state in ('submitted', 'approved') and merchant_id <> ${owner.merchantId}) as "mobileNumber",
      exists (select 1 from logins where email = ${email} and merchant_id <> ${owner.merchantId})
      or exists (select 1 from kyc_submissions where fields->>'email' = ${email}
                 and state in ('submitted', 'approved') and merchant_id <> ${owner.merchantId}) as email`;
  return row!;
}

/** The version that waits for a decision, locked; null when nothing waits. */
export async function lockWaitingVersion(tx: Tx, owner: Owner): Promise<number | null> {
  const [row] = await tx<{ version: number }[]>`
    select version from kyc_submissions
    where merchant_id = ${owner.merchantId} and state = 'submitted' for update`;
  return row?.version ?? null;
}

/** Records the outcome of a submission. @returns what was sent; null when nothing was. */
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

/** Those that wait to be reviewed, longest first; who is suspended meanwhile can not be decided, and waits outside. */
export function listWaiting(db: Db, limit: number): Promise<QueueRow[]> {
  return db<QueueRow[]>`
    select k.merchant_id as "merchantId", m.business_name as "businessName", k.business_type as "businessType",
           k.submitted_at as "submittedAt"
    from kyc_submissions k join merchants m on m.id = k.merchant_id
    where k.state = 'submitted' and m.status = ${MERCHANT_STATUS.underReview}
    order by k.submitted_at, k.merchant_id limit ${limit}`;
}
