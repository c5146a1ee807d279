import type { ReconciliationLayout } from '@daftar/contract/ops-settlement-profiles';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { lock } from './store-locks.ts';

/** How an account's files are read and compared. */
export interface ProfileSettings {
  name: string;
  layout: ReconciliationLayout;
  tolerancePiastres: number;
  lagDays: number;
  paidWithinDays: number;
  /** The fee by contract; null: fees are not compared. */
  feeRateBps: number | null;
  feeFixedPiastres: number;
  feeVatBps: number;
}

export interface Profile extends ProfileSettings {
  id: number;
  accountId: number;
  accountName: string;
  mode: Mode;
  files: number;
}

const columns = (db: Db) => db`
  p.id, p.name, p.layout, p.tolerance_piastres as "tolerancePiastres", p.lag_days as "lagDays",
  p.paid_within_days as "paidWithinDays",
  p.fee_rate_bps as "feeRateBps", p.fee_fixed_piastres as "feeFixedPiastres", p.fee_vat_bps as "feeVatBps",
  a.id as "accountId", a.name as "accountName", a.mode`;

/** Lists the profiles by account and name. */
export function listProfiles(db: Db): Promise<Profile[]> {
  return db<Profile[]>`
    select ${columns(db)}, (select count(*)::int from reconciliation_files f where f.profile_id = p.id) as files
      from reconciliation_profiles p join processor_accounts a on a.id = p.processor_account_id
     order by a.mode, a.name, p.name, p.id`;
}

/** Finds a profile, and prevents imports of its account's files, and undoing them, until the transaction ends. */
export async function lockProfile(tx: Tx, id: number): Promise<Profile | undefined> {
  const [row] = await tx<Profile[]>`
    select ${columns(tx)}, 0 as files
      from reconciliation_profiles p join processor_accounts a on a.id = p.processor_account_id where p.id = ${id}`;
  if (row) await lock(tx, { accountId: row.accountId });
  return row;
}

/** Lists the accounts at processors, those in use first. */
export function listAccounts(db: Db): Promise<{ id: number; name: string; mode: Mode }[]> {
  return db<{ id: number; name: string; mode: Mode }[]>`
    select id, name, mode from processor_accounts order by state = 'off', mode, name, id`;
}

/** Returns whether there is an account with this id. */
export async function hasAccount(db: Db, id: number): Promise<boolean> {
  return (await db`select from processor_accounts where id = ${id}`).length > 0;
}

const layoutOf = (tx: Tx, { layout }: ProfileSettings) => tx.json(layout as never);

/** Inserts a profile. @returns its id; undefined when the account has one of this name */
export async function insertProfile(
  tx: Tx,
  accountId: number,
  profile: ProfileSettings,
  now: Date,
): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into reconciliation_profiles (processor_account_id, name, layout, tolerance_piastres, lag_days, paid_within_days, fee_rate_bps,
                                         fee_fixed_piastres, fee_vat_bps, created_at, updated_at)
    values (${accountId}, ${profile.name}, ${layoutOf(tx, profile)}, ${profile.tolerancePiastres}, ${profile.lagDays},
            ${profile.paidWithinDays}, ${profile.feeRateBps}, ${profile.feeFixedPiastres}, ${profile.feeVatBps}, ${now}, ${now})
    on conflict (processor_account_id, name) do nothing returning id`;
  return row?.id;
}

/** Returns whether another profile of the account has this name. */
export async function isNameTaken(tx: Tx, { id, accountId }: Profile, name: string): Promise<boolean> {
  const rows = await tx`
    select from reconciliation_profiles where processor_account_id = ${accountId} and name = ${name} and id <> ${id}`;
  return rows.length > 0;
}

/** Changes how later files are read. */
export async function updateProfile(tx: Tx, id: number, profile: ProfileSettings, now: Date): Promise<void> {
  await tx`
    update reconciliation_profiles
       set name = ${profile.name}, layout = ${layoutOf(tx, profile)}, tolerance_piastres = ${profile.tolerancePiastres},
           lag_days = ${profile.lagDays}, paid_within_days = ${profile.paidWithinDays}, fee_rate_bps = ${profile.feeRateBps},
           fee_fixed_piastres = ${profile.feeFixedPiastres}, fee_vat_bps = ${profile.feeVatBps}, updated_at = ${now}
     where id = ${id}`;
}
