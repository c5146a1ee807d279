/**
 * Parts of a transaction's details that other nouns provide. Those nouns write transactions, so they register here
 * instead of being imported.
 */
import type { TransactionDetails } from '@daftar/contract/transactions';
import type { App, Caller } from '../platform/context.ts';

/** Readers of the parts, for the caller's merchant and mode. */
interface Parts {
  refunds(
    app: App,
    caller: Caller,
    transactionId: number,
  ): Promise<Pick<TransactionDetails, 'refunds' | 'refundable_amount'>>;
  dispute(app: App, caller: Caller, transactionId: number): Promise<TransactionDetails['dispute']>;
  /** Returns whether the provider reviews it before its money is settled. */
  review(app: App, caller: Caller, transactionId: number): Promise<boolean>;
  /** @param reference the settlement's; null if there is none yet */
  settlement(
    app: App,
    caller: Caller,
    reference: string | null,
  ): Promise<{ bank_account: string | null; bank_reference: string | null }>;
}

const parts: Partial<Parts> = {};

/** Registers the reader of a part. Called once, at startup. */
export function addTransactionPart<Name extends keyof Parts>(name: Name, read: Parts[Name]): void {
  parts[name] = read;
}

/** @throws Error if the part is not registered, which is a defect of the startup code. */
export function partOf<Name extends keyof Parts>(name: Name): Parts[Name] {
  const read = parts[name];
  if (!read) throw new Error(`Nobody reads the ${name} of a transaction`);
  return read as Parts[Name];
}
