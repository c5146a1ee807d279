import { findMerchantOf } from '../people/writes.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { AccountRow } from './store.ts';
import { findAccount } from './store.ts';

/** The properties of an account that can be written. */
export type WrittenAccount = Pick<
  AccountRow,
  'name' | 'methods' | 'priority' | 'credentials' | 'sealedCredentials' | 'sealedNotificationSecret' | 'state'
>;

/** An account to be inserted. */
export type NewAccount = WrittenAccount &
  Pick<AccountRow, 'token' | 'adapter' | 'mode' | 'merchantId' | 'currencies' | 'baseUrl'>;

/** Inserts an account. @returns its id */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into processor_accounts
      (token, adapter, mode, merchant_id, name, methods, currencies, base_url, credentials, sealed_credentials,
       sealed_notification_secret, priority, state, created_at, updated_at)
    values (${account.token}, ${account.adapter}, ${account.mode}, ${account.merchantId}, ${account.name},
            ${account.methods}::smallint[], ${account.currencies}::text[], ${account.baseUrl}, ${db.json(account.credentials)},
            ${account.sealedCredentials}, ${account.sealedNotificationSecret}, ${account.priority}, ${account.state},
            ${now}, ${now})
    returning id`;
  return row!.id;
}

/** Locks an account before a change. */
export async function lockAccount(tx: Tx, id: number): Promise<AccountRow | undefined> {
  await tx`select from processor_accounts where id = ${id} for update`;
  return findAccount(tx, id);
}

/** Writes a locked account. `formerUntil`: keeps its previous notification secret until then. */
export async function updateAccount(
  tx: Tx,
  id: number,
  account: WrittenAccount,
  { now, formerUntil }: { now: Date; formerUntil: Date | null },
): Promise<void> {
  await tx`
    update processor_accounts
       set name = ${account.name}, methods = ${account.methods}::smallint[], priority = ${account.priority},
           credentials = ${tx.json(account.credentials)}, sealed_credentials = ${account.sealedCredentials},
           sealed_former_secret = ${formerUntil === null ? tx`sealed_former_secret` : tx`sealed_notification_secret`},
           former_secret_until = ${formerUntil === null ? tx`former_secret_until` : formerUntil},
           sealed_notification_secret = ${account.sealedNotificationSecret}, state = ${account.state},
           version = version + 1, updated_at = ${now}
     where id = ${id}`;
}

/** Switches a locked account off. */
export async function writeOff(tx: Tx, id: number, now: Date): Promise<void> {
  await tx`
    update processor_accounts set state = 'off', version = version + 1, updated_at = ${now} where id = ${id}`;
}

/** Finds a merchant by its id or an e-mail address. */
export async function findMerchant(db: Db, scope: string): Promise<number | undefined> {
  if (!/^\d{1,15}$/.test(scope)) return findMerchantOf(db, scope.toLowerCase());
  const [row] = await db<{ id: number }[]>`select id from merchants where id = ${Number(scope)}`;
  return row?.id;
}
