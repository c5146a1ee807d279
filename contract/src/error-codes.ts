/**
 * Error codes: stable names for programs, each with its own page under `/docs/errors`. A code is derived from the
 * message key of the error, and its page's text is in `messages/errors`: a message key without a page does not compile.
 */
import type explained from '../messages/errors/en.json';

/** Errors that merchants' software can meet. */
export type DocumentedKey = keyof typeof explained;

/** Message keys that share the code of a documented error but have another sentence. */
const SAME_AS = {
  'http.bodyTooLarge': 'http.tooLarge',
  'http.tooManyMinutes': 'http.tooMany',
  EmailInvalid: 'InvalidEmail',
  MobileInvalid: 'InvalidMobile',
} as const satisfies Record<string, DocumentedKey>;

/** Nouns of the provider's console and its processors. */
const CONSOLE_NOUNS = [
  'acquirer-costs',
  'bank-transfers',
  'discrepancies',
  'fee-invoices',
  'fawry',
  'mpgs',
  'ops',
  'ops-approvals',
  'paymob',
  'payouts',
  'processors',
  'reconciliation',
  'reserve',
  'risk',
  'screening',
] as const;

/** Errors that occur only in the console or on payers' pages: they have a code but no page. */
const INNER = [
  // The codes are named by its fields.
  'http.invalid',
  'chargebacks.answeredSince',
  'chargebacks.caseElsewhere',
  'chargebacks.caseIdNeeded',
  'chargebacks.decidedByProcessor',
  'chargebacks.decisionWaits',
  'chargebacks.notDecided',
  'chargebacks.notDisputable',
  'kyc.changed',
  'kyc.versionWanted',
  'refunds.idTaken',
  'settlements.inFile',
  'settlements.notCovered',
  'settlements.notForBank',
  'settlements.paidAlready',
  'settlements.stopped',
  'tickets.fullOfNotes',
  'tickets.processingAlready',
  'AmountChanged',
  'AmountExceedsDisputable',
  'AmountOutside',
  'AmountsDisagree',
  'BankAnswerTooLarge',
  'BankFileAmountWrong',
  'BankFileCellWrong',
  'BankFileCurrencyWrong',
  'BankFileCutOff',
  'BankFileDayWrong',
  'BankFileDoesNotAddUp',
  'BankFileEncoding',
  'BankFileFieldMissing',
  'BankFileFieldWrong',
  'BankFileIntraday',
  'BankFileOtherKind',
  'BankFileSerialDay',
  'BankFileStatusUnknown',
  'BankFileTooLarge',
  'BankFileUnreadable',
  'CannotAnswerTickets',
  'CannotReconcile',
  'CardExpired',
  'CardNotTaken',
  'CaseKnown',
  'ChoiceChanged',
  'ColumnTwice',
  'CorrectionUnbalanced',
  'CreditNoteExceeds',
  'CreditNoteNeedsFees',
  'CreditNoteRate',
  'DebitAndCredit',
  'InvalidCard',
  'InvalidCurrency',
  'InvalidCvv',
  'InvalidDays',
  'InvalidPosition',
  'InvalidRate',
  'LineEndInCell',
  'LooksLikeTotal',
  'MerchantMayAnswer',
  'MomentInPast',
  'MomentTaken',
  'NotALine',
  'OneAccount',
  'OtherDecimalMark',
  'OtpExpired',
  'OtpTooSoon',
  'OtpWrong',
  'PlaceholderUnknown',
  'QuantityOutside',
  'RateFarOff',
  'ReplyNameTaken',
  'RiskBin',
  'RiskCountry',
  'RiskNetwork',
  'SerialDay',
  'StageReached',
  'StatementColumnsNeedAmount',
  'ToleranceTooLarge',
  'TooManyCodes',
  'TooManyDeclines',
  'TooManyGuesses',
  'TooManyPayCodes',
  'TransferColumnsNeedId',
  'UnknownWord',
  'WrongEncoding',
] as const;

type Same = keyof typeof SAME_AS;
type Inner = (typeof INNER)[number] | `${(typeof CONSOLE_NOUNS)[number]}.${string}`;

/** The message key of an error. */
export type ErrorKey = DocumentedKey | Same | Inner;

/** The HTTP status of errors that are neither a violated rule (400) nor an invalid field (422). */
const STATUS = {
  'http.unauthorized': 401,
  'http.forbidden': 403,
  'http.expandForbidden': 403,
  'http.notLive': 403,
  'http.suspended': 403,
  'http.addressNotAllowed': 403,
  'http.notForKeys': 403,
  'http.publicKey': 403,
  'http.keyOf.test': 403,
  'http.keyOf.live': 403,
  'http.viewingOnly': 403,
  'http.crossSite': 403,
  'http.permissionNeeded': 403,
  'http.duplicate': 403,
  'reports.onlyOwners': 403,
  'customers.notYourNote': 403,
  'form-templates.mayNotShare': 403,
  'saved-views.mayNotShare': 403,
  'http.notFound': 404,
  'key-requests.gone': 404,
  'http.methodNotAllowed': 405,
  'http.idempotencyConflict': 409,
  'http.changedMeanwhile': 409,
  'approvals.changeWaits': 409,
  'customers.isMerged': 409,
  'domains.taken': 409,
  'team.roleChanged': 409,
  'reports.changed': 409,
  CashHeld: 409,
  'http.tooLarge': 413,
  'http.unsupportedType': 415,
  'http.tooMany': 429,
  'http.tooManyMinutes': 429,
  'files.tooManyUploads': 429,
  'http.defect': 500,
  'http.unavailable': 503,
  'http.overloaded': 503,
  'domains.silent': 503,
  TokenExpired: 400,
} as const satisfies Partial<Record<DocumentedKey | Same, number>>;

type Statuses = typeof STATUS;
type WithStatus<S extends number> = {
  [K in keyof Statuses]: Statuses[K] extends S ? K : never;
}[keyof Statuses];
type InNoun = `${string}.${string}`;

/** The message keys that belong to a status; all are documented, so any other does not compile. */
export type KeyOf<S extends number> =
  | WithStatus<S>
  | Inner
  | (S extends 400 ? Exclude<DocumentedKey & InNoun, keyof Statuses> : never);

/** The message keys of field errors. */
export type FieldKey = Exclude<DocumentedKey | Same, InNoun | WithStatus<400>> | Inner;

const sameAs = new Map<string, DocumentedKey>(Object.entries(SAME_AS));
/** Codes that cannot be derived from the key because another error already has the derived code. */
const codes = new Map<string, string>([
  ['http.tooMany', 'too_many_requests'],
  ['MethodNotAllowed', 'payment_method_not_allowed'],
]);

/**
 * Returns the code of an error: `invoices.alreadyPaid` becomes `invoices_already_paid`; the prefix `http.`, common to
 * all calls, is dropped.
 */
export function codeOf(key: string): string {
  const known = codes.get(key);
  if (known !== undefined) return known;
  const same = sameAs.get(key);
  if (same !== undefined) return codeOf(same);
  const plain = key.replace(/^http\./, '');
  const code = plain
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toLowerCase();
  codes.set(key, code);
  return code;
}

/** Returns all message keys with the same code as a documented error, that error first. */
export const sameKeys = (key: DocumentedKey): string[] => [
  key,
  ...Object.entries(SAME_AS).flatMap(([other, same]) => (same === key ? [other] : [])),
];

const inner = new Set<string>(INNER);
const consoleNouns = new Set<string>(CONSOLE_NOUNS);

/** Returns whether an error has a documentation page. */
export const isDocumented = (key: ErrorKey): boolean =>
  !inner.has(key) && !(key.includes('.') && consoleNouns.has(key.slice(0, key.indexOf('.'))));

/** Returns the documented error that shares an error's code; null if it has no page. */
export function documentedOf(key: ErrorKey): DocumentedKey | null {
  const same = (SAME_AS as Partial<Record<string, DocumentedKey>>)[key];
  if (same !== undefined) return same;
  return isDocumented(key) ? (key as DocumentedKey) : null;
}

/** Returns the HTTP status of a documented error. */
export function statusOf(key: DocumentedKey): number {
  const status = (STATUS as Partial<Record<string, number>>)[key];
  return status ?? (key.includes('.') ? 400 : 422);
}
