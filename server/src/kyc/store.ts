import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { REQUEST_STATES } from '@daftar/contract/ops-kyc';
import * as merchants from '../merchants/writes.ts';
import { ofMerchant } from '../ops-lists/find.ts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import { type ListSource, on, type Sql } from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';

type Owner = Pick<Scope, 'merchantId'>;
type Fields = Record<string, string>;
type RequestState = (typeof REQUEST_STATES)[number];

export interface SubmissionRow {
  merchantId: number;
  state: 'draft' | 'submitted' | 'approved' | 'rejected';
  /** Number of times that it was sent. */
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

/** Returns a merchant's status, and the message about a rejection or suspension that it may read. */
export async function findStatus(db: Db, owner: Owner): Promise<{ status: number; reason: string }> {
  const [row] = await db<{ status: number; reason: string }[]>`
    select status, coalesce(case status
             when ${MERCHANT_STATUS.rejected} then status_reason
             when ${MERCHANT_STATUS.suspended} then suspension_message end, '') as reason
      from merchants where id = ${owner.merchantId}`;
  return row!;
}

/** Returns the facts from sign-up. */
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

/** Locks the version that waits for a decision; null when there is none. */
export async function lockWaitingVersion(tx: Tx, owner: Owner): Promise<number | null> {
  const [row] = await tx<{ version: number }[]>`
    select version from kyc_submissions
    where merchant_id = ${owner.merchantId} and state = 'submitted' for update`;
  return row?.version ?? null;
}

/** Records a decision. @returns the submission; null when nothing was sent. */
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

export interface RequestRow {
  /** The merchant's id. */
  id: number;
  businessName: string;
  email: string;
  state: RequestState;
  businessType: number;
  submittedAt: Date;
  decidedAt: Date | null;
}

export interface RequestFilters {
  q?: string | undefined;
  state?: RequestState | undefined;
  business_type?: number | undefined;
  late?: 1 | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/**
 * Returns the source of the list of requests of a state: by default those that wait, without those of suspended
 * merchants. `lateBefore`: requests sent before it are late.
 */
export function requestSource(
  db: Db,
  { q = '', state = 'submitted', ...filters }: RequestFilters,
  lateBefore: Date,
): ListSource {
  const conditions: Sql[] = [];
  if (typedText(q) !== '') conditions.push(ofMerchant(db, q));
  if (filters.business_type !== undefined) conditions.push(db`t.business_type = ${filters.business_type}`);
  if (filters.late) conditions.push(on('t.submitted_at', db`t.submitted_at < ${lateBefore}`));
  conditions.push(...withinDays(db, filters.date_from, filters.date_to, 't.submitted_at'));
  const merchant = (column: string) =>
    db`(select m.${db(column)} from merchants m where m.id = t.merchant_id)`;
  const waits =
    state === 'submitted' ? db` and ${merchant('status')} = ${MERCHANT_STATUS.underReview}` : db``;
  return {
    table: '(select k.merchant_id as id, k.* from kyc_submissions k)',
    scope: db`t.state = ${state}${waits}`,
    filters: conditions,
    sort: { expression: 't.submitted_at' },
    columns: db`
      t.id, ${merchant('business_name')} as "businessName", ${merchant('email')} as email, t.state,
      t.business_type as "businessType", t.submitted_at as "submittedAt", t.decided_at as "decidedAt"`,
  };
}
