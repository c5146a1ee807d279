import * as z from 'zod/mini';
import { BankFileNote } from './bank-files.ts';
import { iban } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery } from './paging.ts';
import { OwnPassword, ownPasswordFields } from './step-up.ts';
import { isSwiftText } from './swift.ts';
import { Id, IdParams, optionalParagraphs, optionalText, paragraphs, Switch, text } from './text.ts';

export const TRANSFER_FORMATS = ['pain.001', 'csv'] as const;
export type TransferFormat = (typeof TRANSFER_FORMATS)[number];

/** What a column of a CSV file of transfers can hold. */
export const TRANSFER_FIELDS = [
  'end_to_end_id',
  'amount',
  'currency',
  'name',
  'iban',
  'account_number',
  'bank',
  'branch',
  'bic',
  'text',
  'day',
] as const;
export type TransferField = (typeof TRANSFER_FIELDS)[number];

export const BATCH_STATES = ['draft', 'waiting', 'released', 'answered', 'canceled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const TRANSFER_STATES = ['listed', 'removed', 'sent', 'paid', 'rejected', 'returned'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** The most transfers of one file. */
export const MAX_TRANSFERS = 1_000;

/** The columns of a CSV file, one a line: `iban = Beneficiary IBAN`. */
const Columns = z.pipe(
  optionalParagraphs(2_000),
  z.transform((typed: string, ctx): { field: TransferField; heading: string }[] => {
    const lines = typed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const columns = lines.map((line) => {
      const [field = '', ...heading] = line.split('=');
      return { field: field.trim() as TransferField, heading: heading.join('=').trim() || field.trim() };
    });
    const isKnown = columns.every(({ field }) => TRANSFER_FIELDS.includes(field));
    if (isKnown && new Set(columns.map(({ heading }) => heading)).size === columns.length) return columns;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: typed });
    return z.NEVER;
  }),
);

const Bic = z.pipe(
  optionalText(11),
  z.transform((typed: string, ctx): string => {
    const bic = typed.toUpperCase();
    if (bic === '' || /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)) return bic;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: typed });
    return z.NEVER;
  }),
);

/** What a bank's word for a transfer means: `open` is not final and changes nothing. */
export const ANSWER_MEANINGS = ['paid', 'rejected', 'returned', 'open'] as const;
export type AnswerMeaning = (typeof ANSWER_MEANINGS)[number];

/** Messages of ISO 20022 in which a file of transfers can be written. */
export const PAIN_MESSAGES = ['pain.001.001.09', 'pain.001.001.03'] as const;
/** Who pays the charges; empty: not in the file. */
export const CHARGE_BEARERS = ['', 'SLEV', 'SHAR', 'DEBT', 'CRED'] as const;
/** How our address is written: not at all, in parts, or in parts with the street as a free line. */
export const ADDRESS_FORMS = ['none', 'structured', 'hybrid'] as const;

/** Text in the characters of SWIFT's set X. */
const swiftText = (most: number) =>
  optionalText(most).check(z.refine((typed: string) => isSwiftText(typed), { error: 'SwiftCharacters' }));

/** A code of an external code list, such as `SALA`; empty: not in the file. */
const Code = z.pipe(
  optionalText(4),
  z.transform((typed: string, ctx): string => {
    const code = typed.toUpperCase();
    if (/^[A-Z0-9]{0,4}$/.test(code)) return code;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: typed });
    return z.NEVER;
  }),
);

/** Words of a bank, one a line. */
const Words = z.pipe(
  optionalParagraphs(1_000),
  z.transform((typed: string): string[] => [
    ...new Set(
      typed
        .split(/[\n,،]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ]),
);

/** What the bank of an account of ours wants in files of transfers, and the words of its answers. */
export const BankAccountOptionsForm = z
  .object({
    message: z.enum(PAIN_MESSAGES, { error: 'Invalid' }),
    /** By which the bank knows who hands the file in; empty: not in the file. */
    initiator_id: swiftText(35),
    charge_bearer: z.enum(CHARGE_BEARERS, { error: 'Invalid' }),
    service_level: Code,
    category_purpose: Code,
    purpose: Code,
    /** Instead of the account's name, for banks that take Latin letters alone; empty: its name. */
    latin_name: swiftText(70),
    address: z.enum(ADDRESS_FORMS, { error: 'Invalid' }),
    street: swiftText(70),
    town: swiftText(35),
    /** ISO 3166, two letters. */
    country: Code,
    words: z.object({ paid: Words, rejected: Words, returned: Words, open: Words }),
    ...ownPasswordFields,
  })
  .check(
    z.refine(({ address, town }) => address === 'none' || town !== '', { error: 'Required', path: ['town'] }),
    z.refine(({ address, country }) => (country === '' ? address === 'none' : /^[A-Z]{2}$/.test(country)), {
      error: 'Invalid',
      path: ['country'],
    }),
    z.refine(
      ({ words }) => {
        const all = Object.values(words)
          .flat()
          .map((word) => word.toLowerCase());
        return new Set(all).size === all.length;
      },
      { error: 'Invalid', path: ['words'] },
    ),
  );
export type BankAccountOptions = Omit<z.output<typeof BankAccountOptionsForm>, 'current_password'>;

const OptionsOnWire = z.object({
  message: z.enum(PAIN_MESSAGES),
  initiator_id: z.string(),
  charge_bearer: z.enum(CHARGE_BEARERS),
  service_level: z.string(),
  category_purpose: z.string(),
  purpose: z.string(),
  latin_name: z.string(),
  address: z.enum(ADDRESS_FORMS),
  street: z.string(),
  town: z.string(),
  country: z.string(),
  words: z.object({
    paid: z.array(z.string()),
    rejected: z.array(z.string()),
    returned: z.array(z.string()),
    open: z.array(z.string()),
  }),
});

/** An account of the provider's from which merchants are paid. */
export const BankAccountOfOursForm = z
  .object({
    name: text(70),
    bank_name: text(100),
    iban: iban(),
    bic: Bic,
    format: z.enum(TRANSFER_FORMATS, { error: 'Invalid' }),
    columns: Columns,
    ...ownPasswordFields,
  })
  .check(
    z.refine(
      ({ format, columns }) =>
        format !== 'csv' ||
        // Columns that are no list are refused for themselves.
        !Array.isArray(columns) ||
        (['end_to_end_id', 'amount'] as const).every((wanted) =>
          columns.some(({ field }) => field === wanted),
        ),
      { error: 'TransferColumnsNeedId', path: ['columns'] },
    ),
  );
export type BankAccountOfOursForm = z.output<typeof BankAccountOfOursForm>;

export const BankAccountOfOurs = z.object({
  id: z.number(),
  name: z.string(),
  bank_name: z.string(),
  iban: z.string(),
  bic: z.string(),
  format: z.enum(TRANSFER_FORMATS),
  columns: z.array(z.object({ field: z.enum(TRANSFER_FIELDS), heading: z.string() })),
  options: OptionsOnWire,
  state: z.enum(['on', 'off']),
});
export type BankAccountOfOurs = z.output<typeof BankAccountOfOurs>;

/** Settlements and payouts that wait for their transfer and are in no file. */
export const ToTransfer = z.object({
  count: z.number(),
  /** How many of them are payouts. */
  payouts: z.number(),
  /** In EGP. */
  amount: z.number(),
  /** Left out because the merchant is suspended or on hold. */
  stopped: z.number(),
  /** Left out because the account to transfer to cannot be written: it has no valid number, or there is none. */
  unwritable: z.number(),
});
export type ToTransfer = z.output<typeof ToTransfer>;

export const BatchRow = z.object({
  id: z.number(),
  message_id: z.string(),
  account: z.object({ id: z.number(), name: z.string(), bank_name: z.string() }),
  state: z.enum(BATCH_STATES),
  execution_day: z.string(),
  transfers: z.number(),
  /** In EGP, without those that were removed. */
  amount: z.number(),
  /** Sent and not answered yet. */
  open: z.number(),
  rejected: z.number(),
  created_by: z.string(),
  created_at: z.string(),
});
export type BatchRow = z.output<typeof BatchRow>;

export const Batch = z.object({
  ...BatchRow.shape,
  format: z.enum(TRANSFER_FORMATS),
  iban: z.string(),
  /** Of the file that waits for its release or was released, in hexadecimal. */
  sha256: z.nullable(z.string()),
  /** Account holders whose name has other characters than SWIFT's set X, which banks may refuse; at most ten. */
  unusual_names: z.array(z.string()),
  released_by: z.nullable(z.string()),
  released_at: z.nullable(z.string()),
});
export type Batch = z.output<typeof Batch>;

/** What a transfer pays. */
export const TRANSFER_KINDS = ['settlement', 'payout'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const TransferRow = z.object({
  id: z.number(),
  end_to_end_id: z.string(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  kind: z.enum(TRANSFER_KINDS),
  /** The id of the settlement or payout. */
  pays_id: z.number(),
  /** Of the settlement, or the code of the payout. */
  reference: z.string(),
  amount: z.number(),
  account: z.object({ name: z.string(), bank: z.string(), number: z.string() }),
  state: z.enum(TRANSFER_STATES),
  reason: z.string(),
  bank_reference: z.string(),
});
export type TransferRow = z.output<typeof TransferRow>;

/** Whether a transfer that is due goes into the next file: not while its merchant is stopped, nor without an account that can be written. */
export const DUE_STATES = ['ready', 'stopped', 'unwritable'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** A settlement or payout that waits for its transfer and is in no file. */
export const DueTransfer = z.object({
  /** Of the settlement or payout. */
  id: z.number(),
  kind: z.enum(TRANSFER_KINDS),
  merchant: z.object({ id: z.number(), name: z.string() }),
  reference: z.string(),
  amount: z.number(),
  /** Null: the merchant has none. */
  account: z.nullable(z.object({ name: z.string(), bank: z.string(), number: z.string() })),
  state: z.enum(DUE_STATES),
  created_at: z.string(),
});
export type DueTransfer = z.output<typeof DueTransfer>;

export const BatchForm = z.object({ bank_account_id: Id, execution_day: Day });
export const ReleaseForm = z.object({ reason: paragraphs(500) });

export const ANSWER_FORMATS = ['pain.002', 'camt.053', 'mt940', 'csv'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/**
 * A bank's answer, beside its file. `apply`: writes what was paid, and asks a second operator about what the bank refused or sent
 * back, which takes a reason; otherwise it is only read.
 */
export const AnswerForm = z.object({ apply: Switch, reason: optionalParagraphs(500) });

/** What the answer says of one transfer. */
export const AnswerRow = z.object({
  line: z.number(),
  end_to_end_id: z.string(),
  merchant: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /**
   * What becomes of the transfer. `same`: nothing new; `waiting`: a second operator is asked about it; `unknown`: no transfer of
   * ours, or no file; `amount`: another amount than was sent; `state`: it cannot be, such as the payment of a transfer that was
   * never sent.
   */
  outcome: z.enum(['paid', 'rejected', 'returned', 'same', 'waiting', 'unknown', 'amount', 'state']),
  reason: z.string(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

export const Answer = z.object({
  format: z.enum(ANSWER_FORMATS),
  applied: z.boolean(),
  paid: z.number(),
  /** Once applied, a second operator is asked about these and the next. */
  rejected: z.number(),
  returned: z.number(),
  /** `unknown`, `amount` and `state`: for a person to look at. */
  problems: z.number(),
  /** Those with an outcome first to be looked at, at most 500. */
  rows: z.array(AnswerRow),
  /** What was tolerated in the file, and which statuses are not final. */
  notes: z.array(BankFileNote),
});
export type Answer = z.output<typeof Answer>;

/** A request to give back what a bank refused or sent back, as things are now. */
export const GiveBackRequest = z.object({
  transfers: z.number(),
  /** What approving it gives back: the transfers that are still as they were, and their sum in EGP. */
  open: z.number(),
  open_amount: z.number(),
  /** Those that were paid since, which approving leaves as they are. */
  paid_since: z.number(),
  /** The name of the bank's file; null: it was uploaded under an earlier release, which kept none. */
  file: z.nullable(z.string()),
});
export type GiveBackRequest = z.output<typeof GiveBackRequest>;

export const RequestedTransfer = z.object({
  id: z.number(),
  end_to_end_id: z.string(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  kind: z.enum(TRANSFER_KINDS),
  /** The settlement or payout. */
  pays_id: z.number(),
  reference: z.string(),
  amount: z.number(),
  outcome: z.enum(['rejected', 'returned']),
  /** In the bank's words. */
  reason: z.string(),
  bank_reference: z.string(),
  /** As it is now. */
  state: z.enum(TRANSFER_STATES),
  /** Whether it is still as it was when this was asked for: only then it is given back. */
  is_open: z.boolean(),
});
export type RequestedTransfer = z.output<typeof RequestedTransfer>;

const base = 'fixed';
const access = 'ops:settlements';

const Typed = z.optional(z.string().check(z.maxLength(255)));
const DAYS = { date_from: z.optional(Day), date_to: z.optional(Day) };
const RANGES = [['date_from', 'date_to']] as const;

const BATCHES = {
  dialect: 'snake',
  sort: ['created_at', 'execution_day'],
  filters: {
    /**
     * Part of its id, of our account's name or of who made it; or what one of its transfers is found by: a reference of ours, its id at the
     * bank, the bank's reference, or its amount.
     */
    q: Typed,
    bank_account_id: z.optional(Id),
    state: z.optional(z.enum(BATCH_STATES, { error: 'Invalid' })),
    ...DAYS,
  },
  ranges: RANGES,
} as const;

const TRANSFERS = {
  dialect: 'snake',
  sort: ['id', 'amount'],
  defaultSort: 'id',
  defaultType: 'asc',
  filters: {
    /** A reference of ours, its id at the bank, the bank's reference, part of the merchant's name, the end of the account's number, an amount. */
    q: Typed,
    state: z.optional(z.enum(TRANSFER_STATES, { error: 'Invalid' })),
  },
} as const;

const DUE = {
  dialect: 'snake',
  sort: ['created_at', 'amount'],
  defaultType: 'asc',
  filters: {
    /** A reference of ours, part of the merchant's name, the end of the account's number, or an amount. */
    q: Typed,
    kind: z.optional(z.enum(TRANSFER_KINDS, { error: 'Invalid' })),
    state: z.optional(z.enum(DUE_STATES, { error: 'Invalid' })),
    ...DAYS,
  },
  ranges: RANGES,
} as const;

/** Files of transfers to merchants' banks. */
export const opsBankTransfers = defineEndpoints({
  accounts: {
    method: 'GET',
    path: '/ops/bank-transfers/accounts',
    base,
    access,
    reply: data(z.array(BankAccountOfOurs)),
  },
  addAccount: {
    method: 'POST',
    path: '/ops/bank-transfers/accounts',
    base,
    access,
    body: BankAccountOfOursForm,
    stepUp: 'always',
    reply: done,
  },
  /** Says what its bank wants in files, and what the words of its answers mean. Files that were written stay as they are. */
  setOptions: {
    method: 'PUT',
    path: '/ops/bank-transfers/accounts/:id/options',
    base,
    access,
    params: IdParams,
    body: BankAccountOptionsForm,
    stepUp: 'always',
    reply: done,
  },
  /** No new file is made from it. */
  retireAccount: {
    method: 'DELETE',
    path: '/ops/bank-transfers/accounts/:id',
    base,
    access,
    params: IdParams,
    body: OwnPassword,
    stepUp: 'always',
    reply: done,
  },
  toTransfer: {
    method: 'GET',
    path: '/ops/bank-transfers/to-transfer',
    base,
    access,
    reply: data(ToTransfer),
  },
  batches: {
    method: 'GET',
    path: '/ops/bank-transfers',
    base,
    access,
    query: listQuery(BATCHES),
    reply: list(BatchRow),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
  exportBatches: {
    method: 'GET',
    path: '/ops/bank-transfers/export',
    base,
    access,
    query: exportQuery(BATCHES),
    reply: file,
  },
  /** What is to be transferred, the oldest first. */
  due: {
    method: 'GET',
    path: '/ops/bank-transfers/due',
    base,
    access,
    query: listQuery(DUE),
    reply: list(DueTransfer),
  },
  exportDue: {
    method: 'GET',
    path: '/ops/bank-transfers/due/export',
    base,
    access,
    query: exportQuery(DUE),
    reply: file,
  },
  /** Puts everything that is to be transferred into one file, which is a draft. */
  create: {
    method: 'POST',
    path: '/ops/bank-transfers',
    base,
    access,
    body: BatchForm,
    reply: data(z.object({ id: z.number() })),
  },
  batch: {
    method: 'GET',
    path: '/ops/bank-transfers/:id',
    base,
    access,
    params: IdParams,
    reply: data(Batch),
  },
  transfers: {
    method: 'GET',
    path: '/ops/bank-transfers/:id/transfers',
    base,
    access,
    params: IdParams,
    query: listQuery(TRANSFERS),
    reply: list(TransferRow),
  },
  exportTransfers: {
    method: 'GET',
    path: '/ops/bank-transfers/:id/transfers/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(TRANSFERS),
    reply: file,
  },
  /** Takes a transfer out of a draft; its settlement or payout is to be transferred again. */
  remove: {
    method: 'DELETE',
    path: '/ops/bank-transfers/:id/transfers/:transferId',
    base,
    access,
    params: z.object({ id: Id, transferId: Id }),
    reply: done,
  },
  cancel: {
    method: 'POST',
    path: '/ops/bank-transfers/:id/cancel',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  /** Writes the file and asks a second operator to release it. */
  askRelease: {
    method: 'POST',
    path: '/ops/bank-transfers/:id/release',
    base,
    access,
    params: IdParams,
    body: ReleaseForm,
    reply: done,
  },
  /** The file, once it was released. */
  download: {
    method: 'GET',
    path: '/ops/bank-transfers/:id/file',
    // Writes down who has it.
    reads: 'primary',
    base,
    access,
    params: IdParams,
    reply: file,
  },
  /** By the number of the approval; the same of the next three. */
  request: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id',
    base,
    access,
    params: IdParams,
    reply: data(GiveBackRequest),
  },
  requestedTransfers: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id/transfers',
    base,
    access,
    params: IdParams,
    query: listQuery(TRANSFERS),
    reply: list(RequestedTransfer),
  },
  exportRequested: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id/transfers/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(TRANSFERS),
    reply: file,
  },
  /** The bank's file, byte for byte as it was uploaded. */
  requestedFile: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id/file',
    reads: 'primary',
    base,
    access,
    params: IdParams,
    reply: file,
  },
  answer: {
    method: 'POST',
    path: '/ops/bank-transfers/answers',
    base,
    access,
    consumes: 'multipart',
    body: AnswerForm,
    reply: data(Answer),
  },
});
