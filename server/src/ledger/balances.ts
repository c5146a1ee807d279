import type { Db } from '../platform/db/connect.ts';
import { type AccountKind, accountKinds, type Owner } from './accounts.ts';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The balances of one merchant and mode in one currency, credit positive, in its hundredths (piastres). */
export type Balances = Record<`${Camel<AccountKind>}Piastres`, number> & {
  /** The dashboard's total: pending + available. */
  totalPiastres: number;
};

const nameOf = (kind: AccountKind) =>
  `${kind.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Piastres` as keyof Balances;

/**
 * Reads the current balances from the account rows, by primary key, without adding up postings. All zero before the
 * first transfer. Within a transaction, includes its own transfers.
 */
export async function readBalances(db: Db, owner: Owner & { currency?: string }): Promise<Balances> {
  const rows = await db<{ kind: AccountKind; balance: number }[]>`
    select kind, balance from ledger_accounts
     where merchant_id = ${owner.merchantId} and mode = ${owner.mode}
       and kind = any (enum_range(null::ledger_account_kind)) and currency = ${owner.currency ?? 'EGP'}`;
  const balances = Object.fromEntries(accountKinds.map((kind) => [nameOf(kind), 0])) as Balances;
  for (const { kind, balance } of rows) balances[nameOf(kind)] = balance;
  balances.totalPiastres = balances.pendingPiastres + balances.availablePiastres;
  return balances;
}
