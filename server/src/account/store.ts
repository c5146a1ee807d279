import type { BankAccountFormValues } from '@daftar/contract/bank-accounts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

type Merchant = Pick<Scope, 'merchantId'>;

// Business and store ----------------------------------------------------------------------------------------------------

/** A business and its store, as stored. */
export interface Profile {
  name: string;
  type: string | null;
  email: string;
  mobile: string;
  logoPath: string | null;
  slug: string | null;
  address: string;
  description: string;
  storeContact: string;
  storeEmail: string;
  storeAddress: string;
  facebook: string;
  instagram: string;
  twitter: string;
  linkedin: string;
}

/** Reads the profile; locks it when `lock` is set. */
export async function getProfile(db: Db, { merchantId }: Merchant, lock = false): Promise<Profile> {
  const [row] = await db<Profile[]>`
    select m.business_name as name, m.business_type as type, m.email, m.mobile, m.logo_path as "logoPath",
           m.store_slug as slug, coalesce(p.address, '') as address, coalesce(p.description, '') as description,
           coalesce(p.store_contact, '') as "storeContact", coalesce(p.store_email, '') as "storeEmail",
           coalesce(p.store_address, '') as "storeAddress", coalesce(p.facebook, '') as facebook,
           coalesce(p.instagram, '') as instagram, coalesce(p.twitter, '') as twitter,
           coalesce(p.linkedin, '') as linkedin
      from merchants m left join business_profiles p on p.merchant_id = ${merchantId}
     where m.id = ${merchantId} ${lock ? db`for no key update of m` : db``}`;
  if (!row) throw new Error(`merchant ${merchantId} is gone`);
  return row;
}

/** Returns whether another merchant's store has this address. */
export async function slugTaken(db: Db, { merchantId }: Merchant, slug: string): Promise<boolean> {
  const rows = await db`select 1 from merchants where store_slug = ${slug} and id <> ${merchantId}`;
  return rows.length > 0;
}

// Bank accounts -----------------------------------------------------------------------------------------------------------

/** Details of a bank account, without its state. */
export interface AccountFacts extends Omit<BankAccountFormValues, 'optionalDocument' | 'latinName' | 'town'> {
  latinName: string;
  town: string;
  documentPath: string | null;
}

export interface StoredAccount extends AccountFacts {
  id: number;
  receives: boolean;
  version: number;
  /** No settlement is paid to the account before this moment; null when there is no cooling-off period. */
  restsUntil: Date | null;
}

const accountColumns = (db: Db) => db`
  b.id, b.account_name as "bankAccountName", b.account_number as "bankAccountNumber", b.bank_name as "bankName",
  b.bank_branch as "bankBranch", b.swift, b.iban, b.latin_name as "latinName", b.town, b.document_path as "documentPath",
  b.receives_settlements as receives, b.version, b.rests_until as "restsUntil"`;

/** A merchant's bank accounts in the order they were added. */
export async function listAccounts(db: Db, { merchantId }: Merchant): Promise<StoredAccount[]> {
  return db<StoredAccount[]>`
    select ${accountColumns(db)} from bank_accounts b
     where b.merchant_id = ${merchantId} and b.deleted_at is null order by b.id`;
}

/** No settlement is paid to the account before this time; null when there is no cooling-off period. */
export async function lockAccounts(tx: Tx, { merchantId }: Merchant): Promise<StoredAccount[]> {
  return tx<StoredAccount[]>`
    select ${accountColumns(tx)} from bank_accounts b
     where b.merchant_id = ${merchantId} and b.deleted_at is null order by b.id for no key update`;
}

/** Adds a bank account. @returns its id. */
export async function insertAccount(
  tx: Tx,
  { merchantId }: Merchant,
  account: AccountFacts,
  now: Date,
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into bank_accounts (merchant_id, account_name, account_number, bank_name, bank_branch, swift, iban,
                               latin_name, town, document_path, created_at, updated_at)
    values (${merchantId}, ${account.bankAccountName}, ${account.bankAccountNumber}, ${account.bankName},
            ${account.bankBranch}, ${account.swift}, ${account.iban}, ${account.latinName}, ${account.town},
            ${account.documentPath}, ${now}, ${now})
    returning id`;
  return row!.id;
}

/** Updates a locked account; the database keeps the former details as a version. */
export async function updateAccount(
  tx: Tx,
  { merchantId }: Merchant,
  id: number,
  account: AccountFacts,
  now: Date,
  restsUntil: Date | null,
): Promise<void> {
  await tx`
    update bank_accounts set
      account_name = ${account.bankAccountName}, account_number = ${account.bankAccountNumber},
      bank_name = ${account.bankName}, bank_branch = ${account.bankBranch}, swift = ${account.swift},
      iban = ${account.iban}, latin_name = ${account.latinName}, town = ${account.town}, document_path = ${account.documentPath}, updated_at = ${now},
      rests_until = ${restsUntil}
     where merchant_id = ${merchantId} and id = ${id}`;
}

/** Soft-deletes an account: it no longer appears or receives settlements, but past settlements refer to its versions. */
export async function deleteAccount(tx: Tx, { merchantId }: Merchant, id: number, now: Date): Promise<void> {
  await tx`
    update bank_accounts set deleted_at = ${now}, receives_settlements = false, updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${id}`;
}

/** Makes one account receive settlements and stops all others; null stops all. */
export async function setReceiving(
  tx: Tx,
  { merchantId }: Merchant,
  id: number | null,
  now: Date,
  restsUntil: Date | null = null,
): Promise<void> {
  await tx`
    update bank_accounts set receives_settlements = false, updated_at = ${now}
     where merchant_id = ${merchantId} and receives_settlements and id is distinct from ${id}::bigint`;
  if (id === null) return;
  await tx`
    update bank_accounts set receives_settlements = true, updated_at = ${now}, received_at = ${now},
                             rests_until = ${restsUntil}
     where merchant_id = ${merchantId} and id = ${id}`;
}

/** Returns whether any account of a merchant, including deleted ones, has ever been the receiving one. */
export async function hasReceived(tx: Tx, { merchantId }: Merchant): Promise<boolean> {
  const [row] = await tx<{ has: boolean }[]>`
    select exists (select 1 from bank_accounts where merchant_id = ${merchantId} and received_at is not null) as has`;
  return row!.has;
}

/** The numbers by which money reaches an account. */
export type AccountNumbers = Pick<AccountFacts, 'iban' | 'bankAccountNumber' | 'swift'>;

/** Returns whether a live settlement was made to these numbers of an account; test settlements do not count. */
export async function hasBeenSettledTo(
  db: Db,
  { merchantId }: Merchant,
  id: number,
  numbers: AccountNumbers,
): Promise<boolean> {
  return namesNumbers(db, db`settlements`, merchantId, id, numbers);
}

/**
 * Returns whether a live settlement or payout was made to these numbers of an account, or is due for transfer there.
 */
export async function hasBeenPaid(
  db: Db,
  merchant: Merchant,
  id: number,
  numbers: AccountNumbers,
): Promise<boolean> {
  return (
    (await hasBeenSettledTo(db, merchant, id, numbers)) ||
    (await namesNumbers(db, db`payouts`, merchant.merchantId, id, numbers))
  );
}

async function namesNumbers(
  db: Db,
  table: Sql,
  merchantId: number,
  id: number,
  { iban, bankAccountNumber, swift }: AccountNumbers,
): Promise<boolean> {
  const [row] = await db<{ is: boolean }[]>`
    select exists (
      select from bank_account_versions v
      join ${table} s on s.merchant_id = v.merchant_id and s.bank_account_id = v.bank_account_id
       and s.bank_account_version = v.version and s.mode = 'live'
      where v.merchant_id = ${merchantId} and v.bank_account_id = ${id}
        and is_same_bank_account(v.iban, v.account_number, v.swift, ${iban}, ${bankAccountNumber}, ${swift})) as is`;
  return row!.is;
}

// Settings of a mode --------------------------------------------------------------------------------------------------

export interface Settings {
  callbackUrl: string | null;
  cancelUrl: string | null;
  returnUrl: string | null;
  receiveNotification: boolean;
  language: number | null;
  defaultPayment: number | null;
  defaultCurrency: number | null;
}

/** Reads the settings of a mode; locks them when `lock` is set. */
export async function getSettings(db: Db, scope: Scope, lock = false): Promise<Settings> {
  const [row] = await db<Settings[]>`
    select callback_url as "callbackUrl", cancel_url as "cancelUrl", return_url as "returnUrl",
           receive_notification as "receiveNotification", default_language as language,
           default_payment as "defaultPayment", default_currency as "defaultCurrency"
      from merchant_settings where merchant_id = ${scope.merchantId} and mode = ${scope.mode}
      ${lock ? db`for no key update` : db``}`;
  if (!row) throw new Error(`merchant ${scope.merchantId} has no settings`);
  return row;
}

// Allowed addresses ---------------------------------------------------------------------------------------------------

export interface AddressList {
  ips: string[];
  portal: boolean;
}

/** Reads the allowed addresses; locks them when `lock` is set. */
export async function getAddresses(db: Db, { merchantId }: Merchant, lock = false): Promise<AddressList> {
  const [row] = await db<AddressList[]>`
    select allowed_ips as ips, portal_restricted as portal from merchants
     where id = ${merchantId} ${lock ? db`for no key update` : db``}`;
  if (!row) throw new Error(`merchant ${merchantId} is gone`);
  return row;
}
