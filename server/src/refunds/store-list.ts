import type { RefundState } from '@daftar/contract/refunds';
import { type OwnRow, ownColumns } from '../own-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { waitsForAnother } from './store.ts';

/** A refund as listed. */
export interface ListedRefund extends OwnRow {
  id: number;
  approvalId: number | null;
  amountPiastres: number;
  state: RefundState;
  reason: string;
  failureReason: string | null;
  /** It is not sent before another one is answered. */
  waitsForAnother: boolean;
  requestedBy: string;
  /** The approver, where approval was required. */
  approvedBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** When the money of a completed refund came back. */
  reversedAt: Date | null;
  accountName: string;
  bankName: string;
  iban: string;
}

/** Lists a transaction's refunds, newest first. */
export async function listRefunds(db: Db, scope: Scope, transactionId: number): Promise<ListedRefund[]> {
  return db<ListedRefund[]>`
    select r.id, r.approval_id as "approvalId", r.amount_piastres as "amountPiastres", r.state, r.reason, r.failure_reason as "failureReason",
           ${waitsForAnother(db)} as "waitsForAnother",
           concat_ws(' ', u.first_name, u.last_name) as "requestedBy",
           (select concat_ws(' ', d.first_name, d.last_name) from approvals a
              join users d on d.merchant_id = a.merchant_id and d.id = a.decided_by
             where a.merchant_id = r.merchant_id and a.id = r.approval_id) as "approvedBy", r.created_at as "createdAt",
           r.finished_at as "finishedAt", r.reversed_at as "reversedAt", r.account_name as "accountName", r.bank_name as "bankName", r.iban,
           ${ownColumns(db, 'r')}
      from refunds r left join users u on u.merchant_id = r.merchant_id and u.id = r.requested_by
     where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.transaction_id = ${transactionId}
     order by r.id desc limit 200`;
}
