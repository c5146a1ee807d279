/** What other nouns know about a transaction. They write transactions, so they cannot be imported here; they register. */
import type { TransactionDetails } from '@daftar/contract/transactions';
import type { App, Caller } from '../platform/context.ts';

/** Reads one part of a transaction's details, each for the caller's merchant and mode. */
interface Parts {
  refunds(
    app: App,
    caller: Caller,
    transactionId: number,
  ): Promise<Pick<TransactionDetails, 'refunds' | 'refundable_amount'>>;
  dispute(app: App, caller: Caller, transactionId: number): Promise<TransactionDetails['dispute']>;
  /** @param reference of the settlement; null while there is none. */
  settlement(
    app: App,
    caller: Caller,
    reference: string | null,
  ): Promise<{ bank_account: string | null; bank_reference: string | null }>;
}

const parts: Partial<Parts> = {};

/** Says who reads a part. Called once, where the application is put together. */
export function addTransactionPart<Name extends keyof Parts>(name: Name, read: Parts[Name]): void {
  parts[name] = read;
}

/** @throws Error when nobody registered this part: a defect of how the application is put together. */
export function partOf<Name extends keyof Parts>(name: Name): Parts[Name] {
  const read = parts[name];
  if (!read) throw new Error(`Nobody reads the ${name} of a transaction`);
  return read as Parts[Name];
}
