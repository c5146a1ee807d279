/** Builds the data of the PDF of a cut-off: formatted text and figures. */
import type { WrittenParams } from '@daftar/contract/message-params';
import {
  type BankCutOffFigures,
  CUT_OFF_LISTS,
  CUT_OFF_REASONS,
  type CutOffFigures,
  type CutOffList,
  isBalanceExplained,
} from '@daftar/contract/ops-cut-offs';
import { BREAK_KINDS } from '@daftar/contract/ops-settlement-lines';
import {
  amount,
  type Columns,
  moment,
  number,
  text,
  word,
  wordOrItself,
} from '../../platform/csv/columns.ts';
import { isolated } from '../../platform/i18n/isolates.ts';
import { type Locale, translate } from '../../platform/i18n/translate.ts';
import { groupedAmount, momentText } from '../../platform/i18n/written.ts';
import { dayText } from '../../platform/time/calendar-text.ts';
import { isOfBank } from './figures.ts';
import type * as store from './store.ts';

/** Rows of each list in the PDF, because rendering blocks the process; the file contains all. */
export const SHOWN_ROWS = 150;

/** All values of `kind` besides the kinds of breaks. */
const KINDS = [
  'payment',
  'refund',
  'chargeback',
  'correction',
  'batch',
  'credit',
  'debit',
  'clearing',
  'suspense',
  'bank',
  ...BREAK_KINDS,
] as const;

const wordsIn = (locale: Locale, group: string, names: readonly string[]) =>
  new Map(names.map((name) => [name, translate(locale, { key: `cut-offs.${group}.${name}` }, 'latin')]));

/** The columns of the exported file, with the same words as the PDF. */
export const columns = (locale: Locale): Columns<store.RowRecord> => ({
  what: word('what', wordsIn(locale, 'what', CUT_OFF_LISTS)),
  kind: wordOrItself('kind', wordsIn(locale, 'kind', KINDS)),
  reference: text('reference'),
  day: moment('day'),
  reason: word('reason', wordsIn(locale, 'reason', CUT_OFF_REASONS)),
  owner: text('owner'),
  age: number('workingDays'),
  amount: amount('amountPiastres'),
});

/** Formats an amount in piastres; the minus sign stays in front, in right-to-left lines too. */
const figure = (piastres: number): string =>
  piastres < 0 ? `\u200e\u2212${groupedAmount(-piastres)}` : groupedAmount(piastres);
const pounds = (amountInPounds: number) => figure(Math.round(amountInPounds * 100));

/** The template's data: formatted text and figures. */
export function documentOf(
  locale: Locale,
  cutOff: store.CutOffRecord,
  lists: Record<CutOffList, store.RowRecord[]>,
): Record<string, unknown> {
  const say = (key: string, params?: WrittenParams) =>
    translate(locale, { key: `cut-offs.${key}`, ...(params && { params }) }, 'latin');
  const { figures } = cutOff;
  const words = columns(locale);
  const wordOf = (column: 'kind' | 'reason', value: string) => {
    const found = words[column]!;
    return found.kind === 'word' ? (found.words.get(value) ?? value) : value;
  };
  const heading = isOfBank(figures) ? 'bankHeading' : 'heading';
  const teller: Teller = { locale, say, reason: (value) => wordOf('reason', value) };
  const { levels, also } = isOfBank(figures)
    ? levelsOfBank(teller, figures, cutOff.day)
    : levelsOfAccount(teller, figures);
  const fact = (key: string, value: string | null) => (value === null ? [] : [{ label: say(key), value }]);
  return {
    locale,
    title: `${say(heading)} ${cutOff.id}`,
    author: cutOff.madeBy,
    account: isolated(cutOff.accountName),
    heading: say(heading),
    notice: cutOff.mode === 'test' ? say('test') : null,
    state: say(`state.${cutOff.state}`),
    facts: [
      ...fact('until', dayText(locale, cutOff.day)),
      ...fact('after', cutOff.afterDay && dayText(locale, cutOff.afterDay)),
      ...fact('madeBy', isolated(cutOff.madeBy)),
      ...fact('madeAt', momentText(locale, cutOff.madeAt)),
      ...fact('signedBy', cutOff.signedBy && isolated(cutOff.signedBy)),
      ...fact('approvedBy', cutOff.approvedBy && isolated(cutOff.approvedBy)),
      ...fact('signedAt', cutOff.signedAt && momentText(locale, cutOff.signedAt)),
      ...fact('reopened', cutOff.reopenedReason && isolated(cutOff.reopenedReason)),
    ],
    levels,
    also,
    alsoTitle: say('also'),
    headings: [say('column.what'), say('column.count'), say('column.amount')],
    lists: CUT_OFF_LISTS.filter((what) => lists[what].length > 0).map((what) => ({
      title: say(`what.${what}`),
      headings: ['kind', 'reference', 'day', 'reason', 'owner', 'age', 'amount'].map((key) =>
        say(`column.${key}`),
      ),
      rows: lists[what]
        .slice(0, SHOWN_ROWS)
        .map((row) => [
          wordOf('kind', row.kind),
          isolated(row.reference),
          row.day,
          wordOf('reason', row.reason),
          isolated(row.owner ?? ''),
          row.workingDays === null ? '' : String(row.workingDays),
          figure(row.amountPiastres),
        ]),
      more: lists[what].length > SHOWN_ROWS ? say('more', { count: SHOWN_ROWS }) : null,
    })),
    sha256: cutOff.sha256,
    footer: say('footer'),
  };
}

/** The words of a document. */
interface Teller {
  locale: Locale;
  say: (key: string, params?: WrittenParams) => string;
  reason: (value: string) => string;
}

type Counted = { count: number; amount: number };

const rowsOf = ({ say }: Teller) => ({
  counted: (key: string, { count, amount: sum }: Counted) => [say(key), String(count), pounds(sum)],
  plain: (key: string, sum: number) => [say(key), '', pounds(sum)],
  level: (name: string, isExplained: boolean, rows: string[][]) => ({
    title: say(`level.${name}`),
    verdict: say(isExplained ? 'explained' : 'notExplained'),
    isExplained,
    rows,
  }),
});

function levelsOfAccount(teller: Teller, figures: CutOffFigures) {
  const { say, reason: wordOf } = teller;
  const { counted, plain, level } = rowsOf(teller);
  const { lines, batches, clearing, fees } = figures;
  return {
    levels: [
      level('lines', lines.unexplained.count === 0, [
        counted('figure.ours', lines.ours),
        counted('figure.found', lines.found),
        counted('figure.theirs', lines.theirs),
        counted('figure.matched', lines.matched),
        counted('figure.costs', lines.costs),
        counted('figure.unexplained', lines.unexplained),
      ]),
      level('batches', batches.unexplained.count === 0, [
        counted('figure.paid', batches.paid),
        plain('figure.received', batches.received),
        counted('figure.openBatches', batches.open),
        counted('figure.unexplained', batches.unexplained),
      ]),
      level('clearing', clearing.difference === 0, [
        plain('figure.opening', clearing.opening),
        ...(clearing.late === 0 ? [] : [plain('figure.late', clearing.late)]),
        ...(clearing.movements ?? []).map(({ move, ...sum }) => counted(`move.${move}`, sum)),
        plain('figure.closing', clearing.closing),
        counted('figure.items', clearing.items),
        ...figures.reasons.map(({ reason, ...sum }) => [
          wordOf(reason),
          String(sum.count),
          pounds(sum.amount),
        ]),
        plain('figure.difference', clearing.difference),
      ]),
    ],
    also: [
      ...(figures.suspense
        ? [
            plain('figure.suspenseOpening', figures.suspense.opening),
            plain('figure.suspenseClosing', figures.suspense.closing),
          ]
        : []),
      counted('figure.breaks', figures.breaks),
      counted('figure.nobodys', figures.nobodys),
      counted('figure.writtenOff', figures.written_off),
      counted('figure.takenBack', figures.taken_back),
      counted('figure.rounded', figures.rounded),
      plain('figure.fees', fees.charged),
      counted('figure.againstContract', fees.against_contract),
      ...figures.profiles.map(({ name, tolerance, fee_rate: rate, fee_fixed: fixed }) => [
        say('profile', {
          name: isolated(name),
          contract: rate === null ? say('noContract') : `\u2066${rate}% + ${pounds(fixed)}\u2069`,
        }),
        '',
        pounds(tolerance),
      ]),
    ],
  };
}

function levelsOfBank(teller: Teller, figures: BankCutOffFigures, day: string) {
  const { locale, say, reason } = teller;
  const { counted, plain, level } = rowsOf(teller);
  const { balance, lines, accounts } = figures;
  const of = (value: string, sum: Counted) => [reason(value), String(sum.count), pounds(sum.amount)];
  const until = balance.covered_until;
  return {
    levels: [
      level('balance', isBalanceExplained(figures, day), [
        plain('bank.opening', balance.opening),
        ...(balance.late === 0 ? [] : [plain('figure.late', balance.late)]),
        counted('bank.credits', balance.credits),
        counted('bank.debits', balance.debits),
        plain('bank.closing', balance.closing),
        [say('bank.coveredUntil'), '', until === null ? say('bank.notCovered') : dayText(locale, until)],
        plain('figure.difference', balance.difference),
      ]),
      level('bankLines', lines.unexplained.count === 0, [
        counted('bank.all', lines.all),
        counted('bank.batches', lines.batches),
        ...accounts.map(({ name, ...sum }) => [
          say('bank.ofAccount', { name: isolated(name) }),
          String(sum.count),
          pounds(sum.amount),
        ]),
        counted('bank.transfers', lines.transfers),
        of('closed', lines.closed),
        of('written_off', lines.written_off),
        of('break', lines.open),
        counted('bank.unknown', lines.unknown),
        counted('bank.earlier', figures.earlier),
        counted('figure.unexplained', lines.unexplained),
      ]),
    ],
    also: [
      counted('bank.notBooked', figures.not_booked),
      counted('figure.breaks', figures.breaks),
      counted('figure.nobodys', figures.nobodys),
      counted('figure.writtenOff', figures.written_off),
      counted('figure.takenBack', figures.taken_back),
    ],
  };
}
