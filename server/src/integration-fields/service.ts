import type { MerchantNoun } from '@daftar/contract/audit-subjects';
import type { OwnFieldsForm } from '@daftar/contract/integration-fields';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { changedBy, claimReference, lockOwn, type OwnFields, type OwnTable, ownOf } from './fields.ts';

/** The row whose fields are changed. */
interface Owner {
  table: OwnTable;
  /** The noun in the audit log: `payment-link`. */
  noun: MerchantNoun;
  /** The error if there is no such row. */
  missing: () => Error;
  /** Writes the fields of the locked row. */
  write(tx: Tx, caller: Caller, id: number, fields: OwnFields, now: Date): Promise<void>;
}

/**
 * Changes a row's own fields; fields that the form omits do not change.
 * @throws MerchantReferenceTaken 422; `missing`
 */
export function setOwnFields(
  app: App,
  caller: Caller,
  owner: Owner,
  id: number,
  form: OwnFieldsForm,
): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const before = await lockOwn(tx, owner.table, caller, id);
    if (!before) throw owner.missing();
    const after = changedBy(form, before);
    await claimReference(tx, owner.table, caller, after, id);
    await owner.write(tx, caller, id, after, now);
    await recordAudit(tx, caller, now, {
      action: 'own-fields.set',
      subject: `${owner.noun}:${id}`,
      before: ownOf(before),
      after: ownOf(after),
    });
  });
}
