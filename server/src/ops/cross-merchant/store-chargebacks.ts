import { CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';
import type { Paging } from '@daftar/contract/paging';
import { type HistoryStep, PROCESSOR_ACTOR } from '../../chargebacks/service.ts';
import { among, anyOf, type Found, ownReference } from '../../ops-lists/find.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { ListSource, Sql } from '../../platform/lists/page.ts';
import { beginsPattern, typedText } from '../../platform/lists/search.ts';
import {
  type CrossMerchantFilters,
  type CrossMerchantRow,
  common,
  crossMerchant,
  referenceFilter,
} from './store-common.ts';

const historyOf = (db: Db) => db`
  (select coalesce(json_agg(json_build_object('at', s.at, 'stage', s.stage, 'status', s.status, 'dueAt', s.due_at,
                                              'reasonCode', s.reason_code, 'note', s.note) order by s.step), '[]')
     from chargeback_stages s where s.merchant_id = t.merchant_id and s.chargeback_id = t.id)`;

export interface CrossMerchantChargeback extends CrossMerchantRow {
  reference: string;
  transactionId: number;
  transactionReference: string;
  name: string;
  amountPiastres: number;
  status: number;
  reason: string;
  answer: string;
  answeredAt: Date | null;
  dueAt: Date;
  decidedAt: Date | null;
  caseId: string;
  reasonCode: string;
  stage: ChargebackStage;
  origin: 'operator' | 'processor';
  history: (HistoryStep & { note: string })[];
  decidedByProcessor: boolean;
  chargedPiastres: number;
  refundedPiastres: number;
}

export interface ChargebackFilters extends CrossMerchantFilters {
  reference?: string | undefined;
  case_id?: string | undefined;
  status?: number | undefined;
}

const SORTS = { created_at: 't.created_at', due_date: 't.due_at', amount: 't.amount_piastres' } as const;

/** Returns the condition that a chargeback matches the typed text. */
function meant(db: Db, found: Found): Sql {
  const { meaning, payments } = found;
  const ofCase =
    meaning.id === null ? [] : [db`search_key(t.case_id) collate "C" like ${beginsPattern(meaning.id)}`];
  return anyOf(db, [
    ...ownReference(db, db`t.reference`, found, 'CHB'),
    ...(meaning.reference?.kind === 'CHB' ? [] : among(db, payments, 't.transaction_id')),
    ...ofCase,
    ...(meaning.piastres === null ? [] : [db`t.amount_piastres = ${meaning.piastres}`]),
    ...(meaning.text === null ? [] : [db`t.name_key like ${meaning.text}`]),
  ]);
}

/** Returns the source of the list of chargebacks across merchants. */
export function chargebackSource(
  db: Db,
  paging: Paging<'created_at' | 'due_date' | 'amount'>,
  filters: ChargebackFilters,
  found: Found | null,
): ListSource {
  const { filters: conditions, ...source } = crossMerchant(db, 'chargebacks', filters);
  if (found) conditions.push(meant(db, found));
  conditions.push(...referenceFilter(db, db`t.reference`, filters.reference, 'CHB'));
  if (typedText(filters.case_id ?? '') !== '')
    conditions.push(db`search_key(t.case_id) collate "C" like ${beginsPattern(filters.case_id!)}`);
  if (filters.status !== undefined) conditions.push(db`t.status = ${filters.status}`);
  return {
    ...source,
    filters: conditions,
    sort: { expression: SORTS[paging.sortBy] },
    columns: db`
      ${common(db)}, t.reference, t.transaction_id as "transactionId", t.transaction_reference as "transactionReference",
      t.name, t.amount_piastres as "amountPiastres", t.status, t.reason, t.answer, t.answered_at as "answeredAt",
      t.due_at as "dueAt", t.decided_at as "decidedAt", t.case_id as "caseId", t.reason_code as "reasonCode", t.stage,
      t.origin, ${historyOf(db)} as history,
      t.status <> ${CHARGEBACK_STATUS.pending} and coalesce((
        select s.actor = ${PROCESSOR_ACTOR} from chargeback_stages s
         where s.merchant_id = t.merchant_id and s.chargeback_id = t.id order by s.step desc limit 1), false) as "decidedByProcessor",
      (select p.charged_piastres from transactions p
        where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "chargedPiastres",
      (select p.refunded_piastres from transactions p
        where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "refundedPiastres"`,
  };
}
