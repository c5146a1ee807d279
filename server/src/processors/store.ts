import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Currency, ProcessorId } from './gateway.ts';

/** An account at a processor; its secrets are sealed. */
export interface AccountRow {
  id: number;
  token: string;
  adapter: string;
  mode: Mode;
  /** Null for the provider's own account. */
  merchantId: number | null;
  name: string;
  methods: PaymentMethodId[];
  currencies: Currency[];
  baseUrl: string;
  /** The credentials that may be shown. */
  credentials: Record<string, string>;
  sealedCredentials: Buffer;
  sealedNotificationSecret: Buffer;
  /** The notification secret before the last rotation, and the end of its validity. */
  sealedFormerSecret: Buffer | null;
  formerSecretUntil: Date | null;
  priority: number;
  state: 'on' | 'off';
  version: number;
}

const columns = (db: Db) => db`
  id, token, adapter, mode, merchant_id as "merchantId", name, methods, currencies, base_url as "baseUrl", credentials,
  sealed_credentials as "sealedCredentials", sealed_notification_secret as "sealedNotificationSecret",
  sealed_former_secret as "sealedFormerSecret", former_secret_until as "formerSecretUntil", priority, state, version
  from processor_accounts`;

/** Lists the accounts that take payments of a merchant: its own first, then by priority. */
export async function listRouted(db: Db, scope: Scope): Promise<AccountRow[]> {
  return db<AccountRow[]>`
    select ${columns(db)}
     where state = 'on' and mode = ${scope.mode} and (merchant_id is null or merchant_id = ${scope.merchantId})
     order by merchant_id is null, priority, id`;
}

/** Lists the methods of the accounts that take live payments. */
export async function listLiveMethods(db: Db): Promise<PaymentMethodId[]> {
  const rows = await db<{ method: PaymentMethodId }[]>`
    select distinct unnest(methods) as method from processor_accounts where mode = 'live' and state = 'on'`;
  return rows.map(({ method }) => method);
}

/** Finds an account, on or off. */
export async function findAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  const [row] = await db<AccountRow[]>`select ${columns(db)} where id = ${id}`;
  return row;
}

/** Finds the account of a notification's address. */
export async function findAccountByToken(
  db: Db,
  adapter: string,
  token: string,
): Promise<AccountRow | undefined> {
  const [row] = await db<AccountRow[]>`select ${columns(db)} where adapter = ${adapter} and token = ${token}`;
  return row;
}

/** A payment attempt to which a processor's ids refer. */
interface OfAttempt {
  merchantId: number;
  id: number;
}

/** Returns the newest id of each kind that a processor assigned to a payment. */
export async function listIds(db: Db, attempt: OfAttempt): Promise<Record<string, string>> {
  const rows = await db<ProcessorId[]>`
    select kind, value from processor_ids
     where merchant_id = ${attempt.merchantId} and attempt_id = ${attempt.id} order by at`;
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, value]));
}

/**
 * Stores ids that a processor assigned to a payment.
 * @returns those that are new, and those that another payment already has.
 */
export async function keepIds(
  db: Db,
  attempt: OfAttempt,
  accountId: number | null,
  ids: readonly ProcessorId[],
  now: Date,
): Promise<{ added: ProcessorId[]; foreign: ProcessorId[] }> {
  if (ids.length === 0) return { added: [], foreign: [] };
  const account = accountId ?? 0;
  const kinds = ids.map(({ kind }) => kind);
  const values = ids.map(({ value }) => value);
  const added = await db<ProcessorId[]>`
    insert into processor_ids (merchant_id, attempt_id, account_id, kind, value, at)
    select ${attempt.merchantId}, ${attempt.id}, ${account}, kind, value, ${now}
      from unnest(${kinds}::text[], ${values}::text[]) as given (kind, value)
    on conflict do nothing
    returning kind, value`;
  const foreign = await db<ProcessorId[]>`
    select i.kind, i.value
      from unnest(${kinds}::text[], ${values}::text[]) as given (kind, value)
      join processor_ids i on i.account_id = ${account} and i.kind = given.kind and i.value = given.value
     where (i.merchant_id, i.attempt_id) <> (${attempt.merchantId}::bigint, ${attempt.id}::bigint)`;
  return { added: [...added], foreign: [...foreign] };
}

/** Stores a processor's id of one payment of an order, unless one is stored. @returns the first one that was stored */
export async function keepFirstPayment(
  db: Db,
  attempt: OfAttempt,
  accountId: number | null,
  payment: string,
  now: Date,
): Promise<string> {
  const { merchantId, id } = attempt;
  await db`
    insert into processor_ids (merchant_id, attempt_id, account_id, kind, value, at)
    values (${merchantId}, ${id}, ${accountId ?? 0}, 'payment', ${payment}, ${now})
    on conflict do nothing`;
  const [row] = await db<{ value: string }[]>`
    select value from processor_ids where merchant_id = ${merchantId} and attempt_id = ${id} and kind = 'payment'`;
  return row?.value ?? payment;
}

/** Finds the payment to which a processor assigned an id. */
export async function findByProcessorId(
  db: Db,
  accountId: number | null,
  { kind, value }: ProcessorId,
): Promise<OfAttempt | undefined> {
  const [row] = await db<OfAttempt[]>`
    select merchant_id as "merchantId", attempt_id as id from processor_ids
     where account_id = ${accountId ?? 0} and kind = ${kind} and value = ${value}`;
  return row;
}
