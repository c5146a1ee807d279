import type { OperatorRole } from '@daftar/contract/ops-roles';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { AccountRow } from './store.ts';
import { findAccount } from './store.ts';

/** What is written of an account. */
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

/** Writes a locked account. `formerUntil`: keeps the notification secret that it had until then. */
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

/** What a change does, for whoever confirms it: nothing of it is secret. */
export interface ChangeSummary {
  kind: 'add' | 'change' | 'rotate' | 'on';
  /** What becomes of the account. */
  proposed: Pick<
    AccountRow,
    | 'adapter'
    | 'mode'
    | 'merchantId'
    | 'name'
    | 'methods'
    | 'currencies'
    | 'baseUrl'
    | 'credentials'
    | 'priority'
  >;
  /** The names of the secrets that change. */
  secrets: string[];
}

/** Inserts a change that waits for a second operator. @returns its id */
export async function insertChange(
  db: Db,
  change: {
    accountId: number | null;
    summary: ChangeSummary;
    sealed: Buffer;
    askedBy: number;
    now: Date;
  },
): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into processor_account_changes (account_id, summary, sealed_change, asked_by, asked_at)
    values (${change.accountId}, ${db.json(change.summary as never)}, ${change.sealed}, ${change.askedBy}, ${change.now})
    returning id`;
  return row!.id;
}

/** A change, waiting or decided. */
export interface ChangeRow {
  id: number;
  accountId: number | null;
  summary: ChangeSummary;
  sealed: Buffer;
  state: 'waiting' | 'confirmed' | 'declined' | 'withdrawn';
  askedBy: number;
  askedAt: Date;
  /** The e-mail of who asked. */
  asker: string;
  askerRole: OperatorRole;
  isAskerDisabled: boolean;
}

/** Finds a change. */
export async function findChange(db: Db, id: number): Promise<ChangeRow | undefined> {
  const [row] = await db<ChangeRow[]>`
    select c.id, c.account_id as "accountId", c.summary, c.sealed_change as sealed, c.state, c.asked_by as "askedBy",
           c.asked_at as "askedAt", o.email as asker, o.role as "askerRole",
           o.disabled_at is not null as "isAskerDisabled"
      from processor_account_changes c join operators o on o.id = c.asked_by
     where c.id = ${id}`;
  return row;
}

/** Locks a change and reads it. */
export async function lockChange(tx: Tx, id: number): Promise<ChangeRow | undefined> {
  await tx`select from processor_account_changes where id = ${id} for update`;
  return findChange(tx, id);
}

/** Ends a waiting change; what it held of secrets is erased. */
export async function endChange(
  tx: Tx,
  id: number,
  end: { state: 'confirmed' | 'declined' | 'withdrawn'; decidedBy: number; now: Date },
): Promise<void> {
  await tx`
    update processor_account_changes
       set state = ${end.state}, decided_by = ${end.decidedBy}, decided_at = ${end.now}, sealed_change = ''
     where id = ${id} and state = 'waiting'`;
}

/** Ends changes that wait since before a moment, as withdrawn by nobody; what they held of secrets is erased. */
export async function endOldChanges(db: Db, before: Date, now: Date): Promise<void> {
  await db`
    update processor_account_changes set state = 'withdrawn', decided_at = ${now}, sealed_change = ''
     where state = 'waiting' and asked_at <= ${before}`;
}

/** Finds the merchant of a number or of an e-mail that signs in. */
export async function findMerchant(db: Db, scope: string): Promise<number | undefined> {
  const [row] = /^\d{1,15}$/.test(scope)
    ? await db<{ id: number }[]>`select id from merchants where id = ${Number(scope)}`
    : await db<{ id: number }[]>`select merchant_id as id from logins where email = ${scope.toLowerCase()}`;
  return row?.id;
}
