import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { SettlementSchedule } from '@daftar/contract/ops-merchants';
import type { Paging } from '@daftar/contract/paging';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import type { ListSource, SortColumn, Sql } from '../../platform/lists/page.ts';
import { containsPattern, typedNumber, typedText } from '../../platform/lists/search.ts';

/** A merchant as listed. */
export interface ListedMerchant {
  id: number;
  name: string;
  email: string;
  mobile: string;
  status: number;
  businessType: string | null;
  createdAt: Date;
  heldAt: Date | null;
}

export interface MerchantFilters {
  q?: string | undefined;
  status?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const sorts: Record<'created_at' | 'name', SortColumn> = {
  created_at: { expression: 't.created_at' },
  name: { expression: 't.business_name' },
};

const columns = (db: Db) => db`
  t.id, t.business_name as name, t.email, t.mobile, t.status, t.business_type as "businessType",
  t.created_at as "createdAt", t.settlement_held_at as "heldAt"`;

/** Returns the source of the list of merchants. */
export function merchantSource(
  db: Db,
  paging: Paging<'created_at' | 'name'>,
  filters: MerchantFilters,
): ListSource {
  const conditions: Sql[] = [];
  const typed = typedText(filters.q ?? '');
  if (typed !== '') {
    conditions.push(db`(t.search like ${containsPattern(typed)} or t.id = ${typedNumber(typed)})`);
  }
  if (filters.status !== undefined) conditions.push(db`t.status = ${filters.status}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to));
  return {
    // A constant condition; the planner removes it.
    table: '(select id as merchant_id, m.* from merchants m)',
    scope: db`true`,
    filters: conditions,
    sort: sorts[paging.sortBy],
    columns: columns(db),
  };
}

/** A merchant with its owner and terms. */
export interface FullMerchant extends ListedMerchant {
  /** The reason for its rejection or suspension, for operators. */
  statusReason: string | null;
  /** The message about its suspension that the merchant reads. */
  merchantReason: string | null;
  /** Number of suspensions so far, which identifies the latest one. */
  suspensions: number;
  ownerName: string;
  ownerEmail: string;
  ownerMobile: string;
  ownerTwoStepAt: Date | null;
  isPortalRestricted: boolean;
  hasDocuments: boolean;
  schedule: SettlementSchedule;
  day: number | null;
  holdReason: string | null;
}

/** Selects the first of the owners `u` with the role `r`: not removed, preferably joined and allowed to sign in. */
const isFirstOwner = (db: Db) => db`
  r.is_first and u.deleted_at is null order by u.joined_at is null, u.is_active desc, u.id limit 1`;

/** Finds a merchant with its terms, its first owner and the settings that may lock the owner out. */
export async function findMerchant(db: Db, id: number): Promise<FullMerchant | undefined> {
  const [row] = await db<FullMerchant[]>`
    select ${columns(db)}, t.suspension_message as "merchantReason", t.suspensions,
           case when t.status = ${MERCHANT_STATUS.suspended} then t.suspension_reason else t.status_reason end
             as "statusReason", t.settlement_schedule as schedule,
           t.settlement_day as day, t.settlement_hold_reason as "holdReason",
           coalesce(o.name, '') as "ownerName", coalesce(o.email, '') as "ownerEmail", coalesce(o.mobile, '') as "ownerMobile",
           o.two_step_at as "ownerTwoStepAt", t.portal_restricted as "isPortalRestricted",
           exists (select from kyc_submissions k where k.merchant_id = t.id and k.state <> 'draft') as "hasDocuments"
      from merchants t
      left join lateral (
        select concat_ws(' ', u.first_name, u.last_name) as name, u.email, u.mobile, p.two_step_at
          from users u left join people p on p.id = u.person_id
          join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
         where u.merchant_id = ${id} and ${isFirstOwner(db)}) o on true
     where t.id = ${id}`;
  return row;
}

/** A merchant's first owner, with contact data. */
export interface Owner {
  merchantId: number;
  userId: number;
  name: string;
  to: string;
  locale: 'en' | 'ar';
  /** False while only invited. */
  hasJoined: boolean;
}

/** Finds the first owner, for messages. */
export async function findOwner(db: Db, merchantId: number): Promise<Owner | undefined> {
  const [row] = await db<Owner[]>`
    select u.merchant_id as "merchantId", u.id as "userId", u.first_name as name, u.email as "to", u.locale,
           u.joined_at is not null as "hasJoined"
      from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${merchantId} and ${isFirstOwner(db)}`;
  return row;
}

/** The rate of a method. */
export interface StoredRate {
  method: number;
  rateBps: number;
  fixedPiastres: number;
}

/** Lists a merchant's own rates; other methods have the default rate. */
export function listRates(db: Db, merchantId: number): Promise<StoredRate[]> {
  return db<StoredRate[]>`
    select payment_method as method, rate_bps as "rateBps", fixed_piastres as "fixedPiastres"
      from merchant_rates where merchant_id = ${merchantId} order by payment_method`;
}

/** A merchant's terms except rates. */
export interface Terms {
  schedule: SettlementSchedule;
  day: number | null;
  holdReason: string | null;
}

/** Locks a merchant before a change of its terms. */
export async function lockTerms(tx: Tx, id: number): Promise<Terms | undefined> {
  const [row] = await tx<Terms[]>`
    select settlement_schedule as schedule, settlement_day as day,
           settlement_hold_reason as "holdReason"
      from merchants where id = ${id} for no key update`;
  return row;
}

/** Replaces all of a merchant's own rates. */
export async function replaceRates(tx: Tx, merchantId: number, rates: readonly StoredRate[]): Promise<void> {
  await tx`delete from merchant_rates where merchant_id = ${merchantId}`;
  for (const { method, rateBps, fixedPiastres } of rates) {
    await tx`
      insert into merchant_rates (merchant_id, payment_method, rate_bps, fixed_piastres)
      values (${merchantId}, ${method}, ${rateBps}, ${fixedPiastres})`;
  }
}
