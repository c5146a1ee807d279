import type { Mode } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';

export interface StoredExchangeRate {
  currency: string;
  rateScaled: number;
  effectiveFrom: Date;
}

/** Lists the rates, the newest first, including future ones. */
export function listExchangeRates(db: Db): Promise<StoredExchangeRate[]> {
  return db<StoredExchangeRate[]>`
    select currency, rate_scaled as "rateScaled", effective_from as "effectiveFrom"
      from exchange_rates order by effective_from desc, currency`;
}

/** Adds a rate. @returns false when a rate exists for this time. */
export async function insertExchangeRate(db: Db, rate: StoredExchangeRate): Promise<boolean> {
  const added = await db`
    insert into exchange_rates (currency, effective_from, rate_scaled)
    values (${rate.currency}, ${rate.effectiveFrom}, ${rate.rateScaled}) on conflict do nothing`;
  return added.count === 1;
}

export interface StoredHoliday {
  day: string;
  nameEn: string;
  nameAr: string;
}

/** Lists bank holidays from a day on. */
export function listBankHolidays(db: Db, from: string): Promise<StoredHoliday[]> {
  return db<StoredHoliday[]>`
    select day, name_en as "nameEn", name_ar as "nameAr" from bank_holidays where day >= ${from} order by day`;
}

/** Locks a bank holiday; undefined when the day is none. */
export async function lockHoliday(tx: Tx, day: string): Promise<StoredHoliday | undefined> {
  const [row] = await tx<StoredHoliday[]>`
    select day, name_en as "nameEn", name_ar as "nameAr" from bank_holidays where day = ${day} for update`;
  return row;
}

/** Adds or renames a bank holiday. */
export async function writeHoliday(tx: Tx, holiday: StoredHoliday): Promise<void> {
  await tx`
    insert into bank_holidays (day, name_en, name_ar) values (${holiday.day}, ${holiday.nameEn}, ${holiday.nameAr})
    on conflict (day) do update set name_en = excluded.name_en, name_ar = excluded.name_ar`;
}

/** Removes a bank holiday. */
export async function deleteHoliday(tx: Tx, day: string): Promise<void> {
  await tx`delete from bank_holidays where day = ${day}`;
}

/**
 * Reschedules a failed job that is not running, with all its attempts.
 * @returns its task; undefined when there is none.
 */
export async function rescheduleJob(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const [failed] = await tx`select from graphile_worker.jobs where id = ${id} and last_error is not null`;
  if (!failed) return undefined;
  const [job] = await tx<{ id: number }[]>`
    select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at := ${now}::timestamptz, attempts := 0)`;
  if (!job) return undefined;
  const [row] = await tx<{ task: string }[]>`
    select task_identifier as task from graphile_worker.jobs where id = ${id}`;
  return row?.task;
}

const GIVEN_UP = 3;

/** Returns the mode of a webhook that failed permanently. */
export async function findGivenUp(
  db: Db,
  ref: { merchantId: number; id: number },
): Promise<Mode | undefined> {
  const [row] = await db<{ mode: Mode }[]>`
    select mode from webhook_events
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = ${GIVEN_UP}`;
  return row?.mode;
}
