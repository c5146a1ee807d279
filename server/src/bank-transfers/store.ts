import type {
  BankAccountOptions,
  TransferField,
  TransferFormat,
} from '@daftar/contract/ops-bank-transfer-accounts';
import type { TransferKind, TransferState } from '@daftar/contract/ops-bank-transfer-batches';
import { newestVersion } from '../account/versions.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { NO_OPTIONS } from './no-options.ts';
import type { Candidate } from './store-candidates.ts';

/** One of our accounts. */
export interface OwnAccount {
  id: number;
  name: string;
  bankName: string;
  iban: string;
  bic: string;
  format: TransferFormat;
  columns: { field: TransferField; heading: string }[];
  options: BankAccountOptions;
  state: 'on' | 'off';
}

/** The options of an account, with defaults for those that are not set. */
const withDefaults = (db: Db) => db`${db.json(NO_OPTIONS as never)}::jsonb || options`;

/** Locks an account in use and reads its options. */
export async function lockOptions(tx: Tx, id: number): Promise<BankAccountOptions | undefined> {
  const [row] = await tx<{ options: BankAccountOptions }[]>`
    select ${withDefaults(tx)} as options from provider_bank_accounts where id = ${id} and state = 'on' for update`;
  return row?.options;
}

/** Writes the options of a locked account. */
export async function writeOptions(tx: Tx, id: number, options: BankAccountOptions): Promise<void> {
  await tx`update provider_bank_accounts set options = ${tx.json(options as never)} where id = ${id}`;
}

/** Lists our accounts, those in use first. */
export function listAccounts(db: Db): Promise<OwnAccount[]> {
  return db<OwnAccount[]>`
    select id, name, bank_name as "bankName", iban, bic, format, columns, ${withDefaults(db)} as options, state
      from provider_bank_accounts order by state = 'off', id`;
}

/** Inserts an account. @returns its id, or null when an account in use has its IBAN */
export async function insertAccount(
  db: Db,
  account: Omit<OwnAccount, 'id' | 'state' | 'options'>,
  now: Date,
): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into provider_bank_accounts (name, bank_name, iban, bic, format, columns, created_at)
    values (${account.name}, ${account.bankName}, ${account.iban}, ${account.bic}, ${account.format},
            ${db.json(account.columns as never)}, ${now})
        on conflict (iban) where state = 'on' and not iban_shared do nothing
    returning id`;
  return row?.id ?? null;
}

/** Retires an account. @returns whether there was one in use */
export async function retireAccount(db: Db, id: number): Promise<boolean> {
  const rows = await db`update provider_bank_accounts set state = 'off' where id = ${id} and state = 'on'`;
  return rows.count === 1;
}

/** Prevents an account of ours from being retired until the transaction ends. @returns whether it is in use */
export async function holdAccount(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx`select from provider_bank_accounts where id = ${id} and state = 'on' for share`;
  return rows.length > 0;
}

/** Inserts a draft. @returns its id */
export async function insertBatch(
  tx: Tx,
  batch: { bankAccountId: number; messageId: string; executionDay: string; createdBy: string; now: Date },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into bank_transfer_batches (bank_account_id, message_id, execution_day, created_by, created_at)
    values (${batch.bankAccountId}, ${batch.messageId}, ${batch.executionDay}::date, ${batch.createdBy}, ${batch.now})
    returning id`;
  return row!.id;
}

/** Inserts the transfers of a draft. */
export async function insertTransfers(
  tx: Tx,
  batchId: number,
  transfers: readonly (Candidate & { endToEndId: string })[],
  now: Date,
): Promise<void> {
  const column = <K extends keyof (Candidate & { endToEndId: string })>(name: K) =>
    transfers.map((transfer) => transfer[name]);
  await tx`
    insert into bank_transfers (batch_id, merchant_id, settlement_id, payout_id, end_to_end_id, amount_piastres,
                                bank_account_id, bank_account_version, updated_at)
    select ${batchId}, t.merchant_id, t.settlement_id, t.payout_id, t.end_to_end_id, t.amount, t.account, t.version, ${now}
      from unnest(${column('merchantId') as number[]}::bigint[], ${column('settlementId') as number[]}::bigint[],
                  ${column('payoutId') as number[]}::bigint[], ${column('endToEndId') as string[]}::text[],
                  ${column('amountPiastres') as number[]}::bigint[], ${column('bankAccountId') as number[]}::bigint[],
                  ${column('bankAccountVersion') as number[]}::int[])
        as t (merchant_id, settlement_id, payout_id, end_to_end_id, amount, account, version)`;
}

/** A file of transfers. */
export interface BatchRow {
  id: number;
  messageId: string;
  accountId: number;
  accountName: string;
  bankName: string;
  iban: string;
  bic: string;
  format: TransferFormat;
  columns: OwnAccount['columns'];
  options: BankAccountOptions;
  state: 'draft' | 'released' | 'answered' | 'canceled';
  executionDay: string;
  transfers: number;
  sumPiastres: number;
  open: number;
  rejected: number;
  sha256: string | null;
  createdBy: string;
  createdAt: Date;
  releasedBy: string | null;
  releasedAt: Date | null;
}

const batchColumns = (db: Db) => db`
  t.id, t.message_id as "messageId", a.id as "accountId", a.name as "accountName", a.bank_name as "bankName", a.iban, a.bic,
  a.format, a.columns, ${withDefaults(db)} as options, t.state, to_char(t.execution_day, 'YYYY-MM-DD') as "executionDay", n.transfers,
  n.sum as "sumPiastres", n.open, n.rejected, encode(t.sha256, 'hex') as sha256, t.created_by as "createdBy",
  t.created_at as "createdAt", t.released_by as "releasedBy", t.released_at as "releasedAt"`;

const BATCHES = `(select 0::bigint as merchant_id, b.id, b.bank_account_id, b.message_id, b.execution_day, b.state,
  b.created_by, b.created_at, b.sha256, b.released_by, b.released_at from bank_transfer_batches b)`;

const counted = (db: Db) => db`
  join provider_bank_accounts a on a.id = t.bank_account_id
  cross join lateral (
    select (count(*) filter (where x.state <> 'removed'))::int as transfers,
           coalesce(sum(x.amount_piastres) filter (where x.state <> 'removed'), 0)::bigint as sum,
           (count(*) filter (where x.state = 'sent'))::int as open,
           (count(*) filter (where x.state in ('rejected', 'returned')))::int as rejected
      from bank_transfers x where x.batch_id = t.id) n`;

/** Finds a file. */
export async function findBatch(db: Db, id: number): Promise<BatchRow | undefined> {
  const [row] = await db<BatchRow[]>`
    select ${batchColumns(db)} from ${db.unsafe(BATCHES)} t ${counted(db)} where t.id = ${id}`;
  return row;
}

/** Locks a file and reads it. */
export async function lockBatch(tx: Tx, id: number): Promise<BatchRow | undefined> {
  await tx`select from bank_transfer_batches where id = ${id} for update`;
  return findBatch(tx, id);
}

/** A transfer as listed. */
export interface ListedTransfer {
  id: number;
  endToEndId: string;
  merchantId: number;
  merchantName: string;
  kind: TransferKind;
  /** The reference of the settlement, or the code of the payout. */
  reference: string;
  amountPiastres: number;
  accountName: string;
  bankName: string;
  branch: string;
  iban: string;
  accountNumber: string;
  latinName: string;
  town: string;
  swift: string;
  state: TransferState;
  reason: string;
  bankReference: string;
  mayBeSent: boolean;
  /** The settlement or payout was transferred by hand, or has ended otherwise. */
  isOver: boolean;
}

const transferColumns = (db: Db) => db`
  t.id, t.end_to_end_id as "endToEndId", t.of_merchant as "merchantId", m.business_name as "merchantName",
  case when t.payout_id is null then 'settlement' else 'payout' end as kind,
  coalesce(s.reference, p.code) as reference, t.amount_piastres as "amountPiastres", v.account_name as "accountName",
  v.bank_name as "bankName", v.bank_branch as branch, v.iban, v.account_number as "accountNumber",
  v.latin_name as "latinName", v.town, v.swift, t.state, t.reason,
  t.bank_reference as "bankReference", merchant_settles(m.status, m.settlement_held_at, 'live') as "mayBeSent",
  coalesce(s.is_paid, p.state <> 'requested') as "isOver"`;

const TRANSFERS = `(select 0::bigint as merchant_id, x.id, x.batch_id, x.merchant_id as of_merchant, x.settlement_id, x.payout_id,
  x.end_to_end_id, x.amount_piastres, x.bank_account_id, x.bank_account_version, x.state, x.reason, x.bank_reference
  from bank_transfers x)`;

const withParts = (db: Db) => db`
  join bank_account_versions v on v.merchant_id = t.of_merchant and v.bank_account_id = t.bank_account_id
   and v.version = t.bank_account_version
  join merchants m on m.id = v.merchant_id
  left join settlements s on s.merchant_id = v.merchant_id and s.id = t.settlement_id
  left join payouts p on p.merchant_id = v.merchant_id and p.id = t.payout_id`;

/** A transfer and its state at the time of a request. */
export interface RequestedState {
  id: number;
  from: TransferState;
}

/** Sums up the transfers of a request: those with an unchanged state, and those paid since. */
export async function readRequested(
  db: Db,
  asked: readonly RequestedState[],
): Promise<{ open: number; openPiastres: number; paid: number }> {
  const [row] = await db<{ open: number; openPiastres: number; paid: number }[]>`
    select (count(*) filter (where t.state = a.state))::int as open,
           coalesce(sum(t.amount_piastres) filter (where t.state = a.state), 0)::bigint as "openPiastres",
           (count(*) filter (where t.state = 'paid' and a.state <> 'paid'))::int as paid
      from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ from }) => from)}::text[]) a (id, state)
      join bank_transfers t on t.id = a.id`;
  return row!;
}

/**
 * Lists the transfers of a draft in the order of the file; locks their merchants, so that none is suspended or held
 * meanwhile.
 */
export async function listListed(tx: Tx, batchId: number): Promise<ListedTransfer[]> {
  await tx`
    select from merchants where id in (
      select merchant_id from bank_transfers where batch_id = ${batchId} and state = 'listed') order by id for share`;
  return tx<ListedTransfer[]>`
    select ${transferColumns(tx)} from ${tx.unsafe(TRANSFERS)} t ${withParts(tx)}
     where t.batch_id = ${batchId} and t.state = 'listed' order by t.id`;
}

const latestOf = (transfer: string) =>
  newestVersion(`${transfer}.merchant_id`, `${transfer}.bank_account_id`, `${transfer}.bank_account_version`);

/**
 * Updates the transfers of a locked draft to the latest holder and bank of their accounts, before its file is
 * written.
 */
export async function refreshAccounts(tx: Tx, batchId: number): Promise<void> {
  const changed = await tx<{ id: number; version: number }[]>`
    select t.id, v.version
      from bank_account_versions v
      join bank_transfers t on t.merchant_id = v.merchant_id and t.bank_account_id = v.bank_account_id
     where t.batch_id = ${batchId} and t.state = 'listed' and v.version = ${tx.unsafe(latestOf('t'))}
       and v.version <> t.bank_account_version`;
  if (changed.length === 0) return;
  const [ids, versions] = [changed.map(({ id }) => id), changed.map(({ version }) => version)];
  await tx`
    update bank_transfers t set bank_account_version = c.version
      from unnest(${ids}::bigint[], ${versions}::int[]) c (id, version)
     where t.id = c.id`;
}

/**
 * Lists account holders of a file whose names contain characters outside SWIFT's set X; at most ten.
 * @param isOpen the file has not been written yet, so the latest names apply
 */
export async function listUnusualNames(db: Db, batchId: number, isOpen: boolean): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct n.name
      from bank_transfers t
      join bank_account_versions v on v.merchant_id = t.merchant_id and v.bank_account_id = t.bank_account_id
       and v.version = ${isOpen ? db.unsafe(latestOf('t')) : db`t.bank_account_version`}
     cross join lateral (select coalesce(nullif(v.latin_name, ''), v.account_name) as name) n
     where t.batch_id = ${batchId} and t.state <> 'removed' and n.name !~ '^[A-Za-z0-9/?:().,''+ -]*$'
     order by 1 limit 10`;
  return rows.map(({ name }) => name);
}

/** Stores the file that is to be released. */
export async function writeContent(tx: Tx, id: number, content: Buffer, sha256: Buffer): Promise<void> {
  await tx`
    update bank_transfer_batches set content = ${content}, sha256 = ${sha256} where id = ${id} and state = 'draft'`;
}

/** Releases a locked draft and marks its transfers as sent. */
export async function writeReleased(tx: Tx, id: number, by: string, now: Date): Promise<void> {
  await tx`
    update bank_transfer_batches set state = 'released', released_by = ${by}, released_at = ${now} where id = ${id}`;
  await tx`
    update bank_transfers set state = 'sent', updated_at = ${now} where batch_id = ${id} and state = 'listed'`;
}

/**
 * Removes one or all transfers from a locked draft. A file that was already written with them can no longer be
 * released.
 * @returns how many
 */
export async function removeTransfers(
  tx: Tx,
  batchId: number,
  id: number | null,
  now: Date,
): Promise<number> {
  const removed = await tx`
    update bank_transfers set state = 'removed', updated_at = ${now}
     where batch_id = ${batchId} and state = 'listed' and ${id === null ? tx`true` : tx`id = ${id}`}`;
  if (removed.count > 0)
    await tx`
      update bank_transfer_batches set content = null, sha256 = null
       where id = ${batchId} and state = 'draft' and sha256 is not null`;
  return removed.count;
}

/** Closes a locked draft without sending it. */
export async function writeCanceled(tx: Tx, id: number): Promise<void> {
  await tx`update bank_transfer_batches set state = 'canceled' where id = ${id}`;
}

/** Reads the content of a released file. */
export async function findContent(db: Db, id: number): Promise<Buffer | undefined> {
  const [row] = await db<{ content: Buffer }[]>`
    select content from bank_transfer_batches where id = ${id} and released_at is not null`;
  return row?.content;
}
