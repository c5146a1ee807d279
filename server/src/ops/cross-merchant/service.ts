import { toPounds } from '@daftar/contract/money';
import type { AcquirerCost } from '@daftar/contract/ops-money';
import type { TransactionDetails } from '@daftar/contract/transactions';
import { costsOf } from '../../acquirer-costs/service.ts';
import { recordProviderAudit } from '../../audit/record.ts';
import { type DisputeRef, listEvidence } from '../../chargebacks/answer.ts';
import type { App, Mode, Operator } from '../../platform/context.ts';
import { NotFoundError } from '../../platform/http/errors.ts';
import type { FileResult } from '../../platform/http/handlers.ts';
import { settleAllDue } from '../../settlements/service.ts';
import { getTransaction } from '../../transactions/service.ts';
import { authorOf, readerOf } from '../by.ts';
import { documentOf } from '../documents.ts';
import { findModeOf } from './store-transactions.ts';

/** Finds the mode of a merchant's transaction. @throws NotFoundError */
export async function requireTransaction(app: App, ref: { merchantId: number; id: number }): Promise<Mode> {
  const mode = await findModeOf(app.db, ref.merchantId, ref.id);
  if (!mode) throw new NotFoundError();
  return mode;
}

/** Returns a merchant's transaction in full. @throws NotFoundError */
export async function readTransaction(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
): Promise<TransactionDetails & { mode: Mode }> {
  const mode = await requireTransaction(app, ref);
  const found = await getTransaction(app, readerOf(operator, ref.merchantId, mode), ref.id);
  return { ...found, mode };
}

/** Lists the acquirer's costs of a payment. @throws CostlyPaymentNotFound */
export async function readCosts(app: App, ref: { merchantId: number; id: number }) {
  const { account, costs } = await costsOf(app, { merchantId: ref.merchantId, transactionId: ref.id });
  return {
    account,
    costs: costs.map(
      ({ kind, amountPiastres, vatPiastres, reference, actor, file, bookedAt }): AcquirerCost => ({
        kind,
        amount: toPounds(amountPiastres),
        vat: vatPiastres === null ? null : toPounds(vatPiastres),
        reference,
        actor,
        file,
        created_at: bookedAt.toISOString(),
      }),
    ),
  };
}

/** Reads a file of the merchant's response to a dispute, or a resized picture. @throws NotFoundError */
export async function readEvidence(
  app: App,
  ref: DisputeRef & { filePath: string },
  size?: 'small' | 'large',
): Promise<FileResult> {
  const files = await listEvidence(app, ref);
  if (!files.some(({ path }) => path === ref.filePath)) throw new NotFoundError();
  return documentOf(app, ref, ref.filePath, size);
}

/** Settles all due payments now, for one merchant or all. @returns how many settlements were made. */
export async function runSettlements(
  app: App,
  operator: Operator,
  merchantId: number | undefined,
): Promise<number> {
  const made = await settleAllDue(app, merchantId);
  await recordProviderAudit(app.db, authorOf(operator, merchantId), app.clock.now(), {
    action: 'settlement.run',
    after: { made },
  });
  return made;
}
