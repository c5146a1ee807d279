import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { Amount, Percentage, toPounds } from './money.ts';
import { count } from './numbers.ts';
import { ReconciledAccount, SETTLEMENT_LINE_KINDS } from './ops-settlement-lines.ts';
import { Id, IdParams, optionalText, text } from './text.ts';

/** Columns of fees, which are added up. */
export const FEE_COLUMNS = ['fee', 'fee_2', 'fee_3', 'fee_4', 'fee_5'] as const;

/**
 * The columns that a profile reads. `fee` excludes VAT; `card` may be masked. With `gross_debit` and `net_debit`,
 * `gross` and `net` contain credits only; `fee_credit` contains refunded fees. `gross_sign` and `fee_sign` contain
 * words that mark the amount as debit or credit. `record` says whether the row is a line at all.
 */
export const PROFILE_COLUMNS = [
  'gross',
  'gross_debit',
  'gross_sign',
  ...FEE_COLUMNS,
  'fee_credit',
  'fee_sign',
  'vat',
  'net',
  'net_debit',
  'kind',
  'record',
  'our_ref',
  'processor_ref',
  'rrn',
  'auth_code',
  'card',
  'currency',
  'occurred_on',
  'value_on',
  'batch',
  'text',
] as const;
export type ProfileColumn = (typeof PROFILE_COLUMNS)[number];

/** Meanings of the words in the column of kinds; rows with an ignored word, such as totals, are skipped. */
export const PROFILE_WORDS = [...SETTLEMENT_LINE_KINDS, 'ignored'] as const;

/**
 * Meanings of the words in sign columns; without any configured, the usual ones (DR, debit, مدين) are used. `counted`:
 * the words in the record column that mark lines; other rows are skipped.
 */
export const SIGN_WORDS = ['debit', 'credit', 'counted'] as const;

/**
 * The treatment of amounts with more than two decimals: `half-up` rounds to the nearest piastre, halves away from zero.
 */
export const PROFILE_ROUNDINGS = ['refuse', 'half-up'] as const;

/** `table`: CSV or a workbook, detected from the content. `fixed`: columns at fixed positions in a line. */
export const PROFILE_FORMATS = ['table', 'fixed'] as const;
export const PROFILE_ENCODINGS = ['auto', 'utf-8', 'windows-1256', 'utf-16le'] as const;
export const PROFILE_DELIMITERS = ['auto', 'comma', 'semicolon', 'tab', 'pipe'] as const;
export const PROFILE_DATES = ['dmy', 'mdy', 'ymd'] as const;

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: 'Required' });

const textsOf = <const K extends string>(names: readonly K[], maximum: number) =>
  Object.fromEntries(names.map((name) => [name, optionalText(maximum)])) as Record<
    K,
    ReturnType<typeof optionalText>
  >;

const POSITION = /^[1-9]\d{0,3}-[1-9]\d{0,3}$/;

const isPosition = (place: string) => {
  const [from = 0, to = 0] = place.split('-').map(Number);
  return POSITION.test(place) && from <= to;
};

/** The layout of a processor's settlement files. */
export const ReconciliationLayout = {
  format: choice(PROFILE_FORMATS),
  encoding: choice(PROFILE_ENCODINGS),
  delimiter: choice(PROFILE_DELIMITERS),
  decimal_mark: choice(['point', 'comma']),
  /** The unit of a whole number in amounts. */
  unit: choice(['pounds', 'piastres']),
  /** `by-kind`: refunds and chargebacks are written without a sign, and counted as negative. */
  signs: choice(['as-written', 'by-kind']),
  /** The order of day, month and year in numeric dates. */
  dates: choice(PROFILE_DATES),
  /** Headings, or `#3` for the third column; in a fixed-width line `12-21`, counted from 1. Empty: not in the file. */
  columns: z.object(textsOf(PROFILE_COLUMNS, 100)),
  /** Words by their meaning, separated by commas. Without a column of kinds the sign of the amount decides. */
  words: z.object(textsOf([...PROFILE_WORDS, ...SIGN_WORDS], 300)),
  rounding: z.optional(choice(PROFILE_ROUNDINGS)),
};

const Layout = z.object(ReconciliationLayout);
export type ReconciliationLayout = z.output<typeof Layout>;

/** Maximum of the two deadlines in working days. */
export const MAX_DAYS = 60;

const WorkingDays = count({ least: 0, most: MAX_DAYS, error: 'InvalidDays', params: { maximum: MAX_DAYS } });

/** 10 EGP; larger amounts are written off by two operators. */
const MAX_TOLERANCE_PIASTRES = 1_000;

const Terms = {
  /** The largest difference that is accepted as rounding and listed; small, because no second operator is asked. */
  tolerance: z.optional(
    Amount.check(
      z.refine((piastres) => piastres <= MAX_TOLERANCE_PIASTRES, {
        error: 'ToleranceTooLarge',
        params: { maximum: toPounds(MAX_TOLERANCE_PIASTRES) },
      }),
    ),
  ),
  /** The working days within which a payment must be in a file. */
  lag_days: WorkingDays,
  /** The working days within which a batch must be on the bank's statement. */
  paid_within_days: WorkingDays,
  /** The contractual fee of a payment; without a rate, fees are not compared. */
  fee_rate: z.optional(z.nullable(Percentage)),
  fee_fixed: z.optional(Amount),
  fee_vat: z.optional(Percentage),
};

const columnsFit = z.refine<Pick<ReconciliationLayout, 'format' | 'columns'>>(
  ({ format, columns }) =>
    format === 'table' || Object.values(columns).every((place) => place === '' || isPosition(place)),
  { error: 'InvalidPosition', path: ['columns', 'gross'] },
);
const hasRecords = z.refine<Pick<ReconciliationLayout, 'columns' | 'words'>>(
  ({ columns, words }) => columns.record === '' || words.counted !== '',
  { error: 'Required', path: ['words', 'counted'] },
);
const hasGross = z.refine<Pick<ReconciliationLayout, 'columns'>>(({ columns }) => columns.gross !== '', {
  error: 'Required',
  path: ['columns', 'gross'],
});

/** A changed profile; its account stays the same. */
export const ChangeProfileForm = z
  .object({ name: text(80), ...ReconciliationLayout, ...Terms })
  .check(hasGross, hasRecords, columnsFit);
export type ChangeProfileForm = z.output<typeof ChangeProfileForm>;

/** The settings for reading the files of an account at a processor. */
export const ProfileForm = z
  .object({ processor_account_id: Id, name: text(80), ...ReconciliationLayout, ...Terms })
  .check(hasGross, hasRecords, columnsFit);
export type ProfileForm = z.output<typeof ProfileForm>;

export const ReconciliationProfile = z.object({
  id: z.number(),
  account: ReconciledAccount,
  name: z.string(),
  format: z.enum(PROFILE_FORMATS),
  encoding: z.enum(PROFILE_ENCODINGS),
  delimiter: z.enum(PROFILE_DELIMITERS),
  decimal_mark: z.enum(['point', 'comma']),
  unit: z.enum(['pounds', 'piastres']),
  signs: z.enum(['as-written', 'by-kind']),
  dates: z.enum(PROFILE_DATES),
  columns: z.record(z.string(), z.string()),
  words: z.record(z.string(), z.string()),
  rounding: z.enum(PROFILE_ROUNDINGS),
  /** In EGP. */
  tolerance: z.number(),
  lag_days: z.number(),
  paid_within_days: z.number(),
  /** Percent; null: fees are not compared. */
  fee_rate: z.nullable(z.number()),
  fee_fixed: z.number(),
  fee_vat: z.number(),
  /** Number of files read with it. */
  files: z.number(),
});
export type ReconciliationProfile = z.output<typeof ReconciliationProfile>;

const access = 'ops:reconciliation';
const base = 'fixed';

/** Profiles for reading the settlement files of accounts at processors. */
export const opsSettlementProfiles = defineEndpoints({
  accounts: {
    method: 'GET',
    path: '/ops/reconciliation/accounts',
    base,
    access,
    reply: data(z.array(ReconciledAccount)),
  },
  profiles: {
    method: 'GET',
    path: '/ops/reconciliation/profiles',
    base,
    access,
    reply: data(z.array(ReconciliationProfile)),
  },
  addProfile: {
    method: 'POST',
    path: '/ops/reconciliation/profiles',
    base,
    access,
    body: ProfileForm,
    reply: done,
  },
  changeProfile: {
    method: 'PUT',
    path: '/ops/reconciliation/profiles/:id',
    base,
    access,
    params: IdParams,
    body: ChangeProfileForm,
    reply: done,
  },
});
