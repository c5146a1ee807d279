/** Settlement statements: the payments of a settlement and their sums. */

import { shownAccount } from '@daftar/contract/bank-accounts';
import type { WrittenParams } from '@daftar/contract/message-params';
import type { StatementFormat } from '@daftar/contract/settlements';
import { methodItem, methodNames } from '../lookups/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, moment, text, word } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { isolated } from '../platform/i18n/isolates.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { groupedAmount, momentText } from '../platform/i18n/written.ts';
import { renderPdf } from '../platform/pdf/typst.ts';
import { SettlementNotFound } from './errors.ts';
import * as store from './store.ts';

/**
 * Lines that a PDF statement lists. Rendering blocks the process, so a longer settlement sums up its remaining lines
 * in one and refers to the other file formats.
 */
const DOCUMENT_LINES = 500;

const columns = (locale: Locale): Columns<store.StatementLine> => ({
  reference: text('reference', translate(locale, 'settlements.total')),
  paid: moment('paidOn'),
  method: word('method', new Map([...methodNames(locale), ['0', methodItem(locale, null).name]])),
  charged: amount('chargedPiastres'),
  fee: amount('feePiastres'),
  vat: amount('vatPiastres'),
  out: amount('outPiastres'),
  amount: amount('settledPiastres'),
});

/**
 * Exports the statement of a settlement in the caller's language and the settlement's own mode.
 * @throws SettlementNotFound
 */
export async function exportStatement(
  app: App,
  caller: Caller,
  id: number,
  format: StatementFormat,
): Promise<FileResult> {
  const { merchantId, locale } = caller;
  const settlement = await store.findSettlement(app.db, merchantId, id);
  if (!settlement) throw new SettlementNotFound();
  const name = `settlement-${settlement.reference}`;
  if (format === 'pdf') {
    const head = await store.statementHead(app.db, merchantId, id, DOCUMENT_LINES);
    const pdf = await renderPdf('statement', statementData(locale, settlement, head));
    return { content: pdf, contentType: 'application/pdf', fileName: `daftar-${name}.pdf` };
  }
  const file = {
    what: name,
    columns: columns(locale),
    heading: (column: string) => translate(locale, `settlements.column.${column}`),
    query: (tx: Tx) => store.statementLines(tx, merchantId, id),
  };
  return exportRows(app, file, format, locale);
}

/** Returns the amounts in the order of the columns. */
const amountsOf = (sums: store.StatementSums): number[] => [
  sums.chargedPiastres,
  sums.feePiastres,
  sums.vatPiastres,
  sums.outPiastres,
  sums.settledPiastres,
];

/** Builds the template's data: formatted text and figures. */
export function statementData(
  locale: Locale,
  settlement: store.FullSettlement,
  { lines, totals }: { lines: store.StatementLine[]; totals: store.StatementSums },
): Record<string, unknown> {
  const say = (key: string, params?: WrittenParams) =>
    translate(locale, { key: `settlements.${key}`, ...(params && { params }) }, 'latin');
  const written = (sums: store.StatementSums) => amountsOf(sums).map(figure);
  const more = settlement.totalTransactions - lines.length;
  const shown = lines.map(amountsOf);
  const rest = amountsOf(totals).map((total, place) =>
    shown.reduce((left, line) => left - (line[place] ?? 0), total),
  );
  const account = shownAccount(settlement.bankName, settlement.bankNumber);
  const wentTo = () => {
    if (account === null) return say('document.balance');
    const destination = isolated(account);
    if (settlement.bankPiastres + settlement.reservedPiastres === settlement.amountPiastres)
      return destination;
    return say('document.part', { amount: groupedAmount(settlement.bankPiastres), account: destination });
  };
  return {
    locale,
    title: `${settlement.reference} · ${settlement.merchantName}`,
    merchant: settlement.merchantName,
    heading: say('document.heading'),
    reference: settlement.reference,
    facts: [
      {
        label: say('column.made'),
        value: momentText(locale, settlement.createdAt),
      },
      { label: say('column.transactions'), value: String(settlement.totalTransactions) },
      { label: say('document.bank'), value: wentTo() },
      ...(settlement.reservedPiastres === 0
        ? []
        : [
            {
              label: say('document.reserve'),
              value: say('document.money', { amount: groupedAmount(settlement.reservedPiastres) }),
            },
          ]),
    ],
    notice: settlement.mode === 'test' ? say('document.test') : null,
    sums: [
      { label: say('document.charged'), amount: figure(totals.chargedPiastres) },
      { label: say('document.fee'), amount: figure(-totals.feePiastres) },
      { label: say('document.vat'), amount: figure(-totals.vatPiastres) },
      { label: say('document.out'), amount: figure(-totals.outPiastres) },
    ],
    total: {
      label: say('document.amount'),
      amount: say('document.money', { amount: groupedAmount(totals.settledPiastres) }),
    },
    headings: Object.keys(columns(locale)).map((column) => say(`document.column.${column}`)),
    lines: lines.map((line) => [
      line.reference,
      line.paidOn,
      methodItem(locale, line.method).name,
      ...written(line),
    ]),
    more: more > 0 ? [say('document.more', { count: more }), ...rest.map(figure)] : null,
    totals: [say('total'), ...written(totals)],
    footer: say('document.footer', { merchant: settlement.merchantName }),
  };
}

/** Formats an amount; the minus sign stays in front, in right-to-left lines too. */
const figure = (hundredths: number): string =>
  hundredths < 0 ? `\u200e\u2212${groupedAmount(-hundredths)}` : groupedAmount(hundredths);
