/** Reads and sets the options of our accounts: the file format that the bank expects, and the words of its answers. */
import type { BankAccountOptions, BankAccountOptionsForm } from '@daftar/contract/ops-bank-transfer-accounts';
import type * as z from 'zod/mini';
import { recordProviderAudit } from '../audit/record.ts';
import { requireOwnPassword } from '../auth/operator-proof.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { TransferNotFound } from './errors.ts';
import * as store from './store.ts';

/** Returns the options that are set, as one line. */
const said = (options: BankAccountOptions) =>
  Object.entries(options)
    .map(([name, value]) =>
      `${name} ${typeof value === 'string' ? value : Object.values(value).flat().join(' ')}`.trim(),
    )
    .filter((part) => part.includes(' '))
    .join(', ');

/**
 * Sets the options of an account in use; files that are already written do not change.
 * @throws TransferNotFound, InvalidError 422 for a wrong password
 */
export async function setOptions(
  app: App,
  operator: Operator,
  id: number,
  { current_password, ...options }: z.output<typeof BankAccountOptionsForm>,
): Promise<void> {
  await requireOwnPassword(app, operator, current_password);
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const before = await store.lockOptions(tx, id);
    if (!before) throw new TransferNotFound();
    await store.writeOptions(tx, id, options);
    await recordProviderAudit(tx, { actor: operator.email, address: operator.address }, now, {
      action: 'bank-account-of-ours.options',
      subject: `bank-account-of-ours:${id}`,
      before: { options: said(before) },
      after: { options: said(options) },
    });
  });
}
