/** A cut-off as PDF and as a file of all that it lists, drawn from what it keeps. */
import { Readable } from 'node:stream';
import type { ExportFormat } from '@daftar/contract/exports';
import { CUT_OFF_LISTS, CUT_OFF_REASONS, type CutOffList } from '@daftar/contract/ops-cut-offs';
import { BREAK_KINDS } from '@daftar/contract/ops-settlement-lines';
import { recordSaved } from '../../ops-lists/list.ts';
import type { App, Operator } from '../../platform/context.ts';
import { amount, type Columns, number, text, word, wordOrItself } from '../../platform/csv/columns.ts';
import { exportRows } from '../../platform/csv/export.ts';
import type { FileResult } from '../../platform/http/handlers.ts';
import { type Locale, translate } from '../../platform/i18n/translate.ts';
import { groupedAmount, momentText } from '../../platform/i18n/written.ts';
import { renderPdf } from '../../platform/pdf/typst.ts';
import { dayText } from '../../platform/time/calendar-text.ts';
import { getCutOff } from './service.ts';
import * as store from './store.ts';

/** Rendering blocks the process, so each list is shown up to this; the file has all. */
const SHOWN_ROWS = 150;

/** Everything that `kind` may be besides a kind of break. */
const KINDS = [
  'payment',
  'refund',
  'chargeback',
  'correction',
  'batch',
  'clearing',
  'suspense',
  'bank',
  ...BREAK_KINDS,
] as const;

const wordsIn = (locale: Locale, group: string, names: readonly string[]) =>
  new Map(names.map((name) => [name, translate(locale, { key: `cut-offs.${group}.${name}` }, 'latin')]));

const columns = (locale: Locale): Columns<store.RowRecord> => ({
  what: word('what', wordsIn(locale, 'what', CUT_OFF_LISTS)),
  kind: wordOrItself('kind', wordsIn(locale, 'kind', KINDS)),
  reference: text('reference'),
  day: text('day'),
  reason: word('reason', wordsIn(locale, 'reason', CUT_OFF_REASONS)),
  owner: text('owner'),
  age: number('workingDays'),
  amount: amount('amountPiastres'),
});

/** Streams all that a cut-off lists, in the operator's language. @throws NoCutOff */
export async function exportCutOff(
  app: App,
  operator: Operator,
  id: number,
  format: ExportFormat,
): Promise<FileResult> {
  const { locale } = operator;
  const { day } = await getCutOff(app, id);
  await recordSaved(app, operator, 'cut-off', { id, format });
  const file = {
    what: `cut-off-${id}-${day}`,
    columns: columns(locale),
    heading: (column: string) => translate(locale, `cut-offs.column.${column}`),
    query: (tx: Parameters<typeof store.everyRow>[0]) => store.everyRow(tx, id),
  };
  return exportRows(app, file, format, locale);
}

/** Formats an amount in piastres; the minus sign stays in front, in right-to-left lines too. */
const figure = (piastres: number): string =>
  piastres < 0 ? `\u200e\u2212${groupedAmount(-piastres)}` : groupedAmount(piastres);
const pounds = (amountInPounds: number) => figure(Math.round(amountInPounds * 100));
/** Text of either direction, kept in its own within a document of the other. */
const isolated = (value: string): string => (value === '' ? '' : `\u2068${value}\u2069`);

/** Draws a cut-off as PDF. @throws NoCutOff */
export async function downloadCutOff(app: App, id: number, locale: Locale): Promise<FileResult> {
  const found = await getCutOff(app, id);
  const first = (what: CutOffList) => store.firstRows(app.db, id, what, SHOWN_ROWS + 1);
  const lists: Record<CutOffList, store.RowRecord[]> = {
    item: await first('item'),
    batch: await first('batch'),
    break: await first('break'),
    write_off: await first('write_off'),
  };
  const pdf = await renderPdf('cut-off', documentOf(locale, found, lists));
  return {
    stream: Readable.from([pdf]),
    contentType: 'application/pdf',
    fileName: `daftar-cut-off-${id}-${found.day}-${locale}.pdf`,
  };
}

/** The template's data: formatted text and figures. */
export function documentOf(
  locale: Locale,
  cutOff: store.CutOffRecord,
  lists: Record<CutOffList, store.RowRecord[]>,
): Record<string, unknown> {
  const say = (key: string, params?: Record<string, string | number>) =>
    translate(locale, { key: `cut-offs.${key}`, ...(params && { params }) }, 'latin');
  const { figures } = cutOff;
  const { lines, batches, clearing, fees } = figures;
  const counted = (key: string, { count, amount: sum }: { count: number; amount: number }) => [
    say(`figure.${key}`),
    String(count),
    pounds(sum),
  ];
  const plain = (key: string, sum: number) => [say(`figure.${key}`), '', pounds(sum)];
  const level = (name: string, isExplained: boolean, rows: string[][]) => ({
    title: say(`level.${name}`),
    verdict: say(isExplained ? 'explained' : 'notExplained'),
    isExplained,
    rows,
  });
  const fact = (key: string, value: string | null) => (value === null ? [] : [{ label: say(key), value }]);
  const words = columns(locale);
  const wordOf = (column: 'kind' | 'reason', value: string) => {
    const found = words[column]!;
    return found.kind === 'word' ? (found.words.get(value) ?? value) : value;
  };
  return {
    locale,
    title: `${say('heading')} ${cutOff.id}`,
    author: cutOff.madeBy,
    account: isolated(cutOff.accountName),
    heading: say('heading'),
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
    levels: [
      level('lines', lines.unexplained.count === 0, [
        counted('ours', lines.ours),
        counted('found', lines.found),
        counted('theirs', lines.theirs),
        counted('matched', lines.matched),
        counted('costs', lines.costs),
        counted('unexplained', lines.unexplained),
      ]),
      level('batches', batches.unexplained.count === 0, [
        counted('paid', batches.paid),
        plain('received', batches.received),
        counted('openBatches', batches.open),
        counted('unexplained', batches.unexplained),
      ]),
      level('clearing', clearing.difference === 0, [
        plain('opening', clearing.opening),
        ...(clearing.late === 0 ? [] : [plain('late', clearing.late)]),
        plain('closing', clearing.closing),
        counted('items', clearing.items),
        ...figures.reasons.map(({ reason, ...sum }) => [
          wordOf('reason', reason),
          String(sum.count),
          pounds(sum.amount),
        ]),
        plain('difference', clearing.difference),
      ]),
    ],
    also: [
      counted('breaks', figures.breaks),
      counted('nobodys', figures.nobodys),
      counted('writtenOff', figures.written_off),
      counted('takenBack', figures.taken_back),
      counted('rounded', figures.rounded),
      plain('fees', fees.charged),
      counted('againstContract', fees.against_contract),
      ...figures.profiles.map(({ name, tolerance, fee_rate: rate, fee_fixed: fixed }) => [
        say('profile', {
          name: isolated(name),
          contract: rate === null ? say('noContract') : `\u2066${rate}% + ${pounds(fixed)}\u2069`,
        }),
        '',
        pounds(tolerance),
      ]),
    ],
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
