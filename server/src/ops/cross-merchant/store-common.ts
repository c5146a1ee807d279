import type { ListMode } from '@daftar/contract/ops-money-lists';
import { newestVersion } from '../../account/versions.ts';
import { ofModes } from '../../ops-lists/modes.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { ListSource, Sql } from '../../platform/lists/page.ts';
import { referencePattern, typedText } from '../../platform/lists/search.ts';
import { cairoRange } from '../../platform/time/cairo.ts';

/** The filters of every list across merchants. */
export interface CrossMerchantFilters {
  /** The text typed into the search field. */
  q?: string | undefined;
  mode?: ListMode | undefined;
  /** The id of a row; requires `merchant_id`. */
  id?: number | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** The columns of every list across merchants. */
export interface CrossMerchantRow {
  id: number;
  merchantId: number;
  merchantName: string;
  mode: Mode;
  createdAt: Date;
}

export const common = (db: Db) => db`
  t.id, t.merchant_id as "merchantId", t.mode, t.created_at as "createdAt",
  (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`;

/**
 * Selects the complete bank account of a row: its version at the time or, while its transfer `waits`, with the latest
 * holder and bank.
 */
export const accountOf = (db: Db, waits: Sql) => db`
  (select jsonb_build_object('name', b.account_name, 'latin_name', b.latin_name, 'town', b.town, 'bank', b.bank_name, 'branch', b.bank_branch,
                             'number', b.account_number, 'iban', b.iban, 'swift', b.swift)
     from bank_account_versions b
    where b.merchant_id = t.merchant_id and b.bank_account_id = t.bank_account_id
      and b.version = case when ${waits} then ${db.unsafe(newestVersion('t.merchant_id', 't.bank_account_id', 't.bank_account_version'))}
                           else t.bank_account_version end)`;

/** Table, scope and filters of a list across merchants: one mode or both, one merchant or all, a range of days. */
export function crossMerchant(
  db: Db,
  name: string,
  filters: CrossMerchantFilters,
): Pick<ListSource, 'table' | 'base' | 'scope' | 'filters'> {
  const { merchant_id: merchantId } = filters;
  const { from, before } = cairoRange(filters.date_from, filters.date_to);
  return {
    ...ofModes(db, name, { mode: filters.mode, merchantId }),
    filters: [
      ...(filters.id === undefined ? [] : [merchantId === undefined ? db`false` : db`t.id = ${filters.id}`]),
      ...(from ? [db`t.created_at >= ${from}`] : []),
      ...(before ? [db`t.created_at < ${before}`] : []),
    ],
  };
}

export const referenceFilter = (db: Db, column: Sql, typed: string | undefined, kind: string): Sql[] =>
  typedText(typed ?? '') === '' ? [] : [db`${column} like ${referencePattern(typed!, kind)}`];
