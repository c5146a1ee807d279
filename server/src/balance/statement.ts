/** Exports the statement of account of a period as a file. */
import type { AccountStatementFormat } from '@daftar/contract/balance';
import type { App, Scope } from '../platform/context.ts';
import { amount, type Columns, moment, text, word, wordsOf } from '../platform/csv/columns.ts';
import { daysInName } from '../platform/csv/csv.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Db } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { renderPdf } from '../platform/pdf/typst.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { statementData } from './document.ts';
import { DocumentTooLong, MerchantNotFound, StatementTooLong } from './errors.ts';
import { type Asked, accountsOf, readPeriod } from './service.ts';
import * as store from './store.ts';

/** Maximum number of movements in a file. More are refused, because an incomplete statement proves nothing. */
export const MAX_MOVEMENTS = 100_000;
/** Maximum number of movements in a PDF, whose rendering in memory blocks the process. */
export const MAX_OF_PDF = 1_000;

const columns = (locale: Locale): Columns<store.StatementLine> => ({
  date: moment('at'),
  account: word('account', wordsOf(locale, 'balance.account.')),
  kind: word('kind', wordsOf(locale, 'balance.kind.')),
  reference: text('reference'),
  in: amount('inPiastres'),
  out: amount('outPiastres'),
  balance: amount('balancePiastres'),
});

/**
 * Exports the statement of account of a period: opening balances, every movement in the order of booking, and closing
 * balances.
 * @param beforeRows called once nothing can be refused any more, for writes that must precede the rows, because these
 * hold a connection
 * @throws StatementTooLong, DocumentTooLong, MerchantNotFound
 */
export async function exportStatement(
  app: App,
  scope: Scope,
  locale: Locale,
  asked: Asked & { format: AccountStatementFormat },
  beforeRows: () => Promise<void> = async () => {},
): Promise<FileResult> {
  const { format } = asked;
  const name = await store.findName(app.db, scope.merchantId);
  if (name === undefined) throw new MerchantNotFound();
  const { period, opening, closing } = await readPeriod(app, scope, asked);
  const accounts = accountsOf(asked);
  const most = format === 'pdf' ? MAX_OF_PDF : MAX_MOVEMENTS;
  if (await store.hasMoreThan(app.db, scope, period, accounts, most)) {
    throw format === 'pdf' ? new DocumentTooLong(most) : new StatementTooLong(most);
  }
  await beforeRows();
  const query = (db: Db) => store.statementLines(db, scope, period, accounts, { opening, closing });
  const { date_from: from, date_to: to } = asked;
  // A period without an end goes to today; one without a start begins with the account.
  const days =
    from && to ? daysInName(from, to) : [from, to ?? cairoDay(app.clock.now())].filter(Boolean).join('-');
  if (format === 'pdf') {
    const data = statementData(locale, {
      merchant: name,
      mode: scope.mode,
      from,
      to,
      now: app.clock.now(),
      lines: await query(app.db),
    });
    const pdf = await renderPdf('account-statement', data);
    const fileName = `daftar-statement-${days}-${locale}.pdf`;
    return { content: pdf, contentType: 'application/pdf', fileName };
  }
  const file = {
    what: 'statement',
    days,
    columns: columns(locale),
    heading: (column: string) => translate(locale, `balance.column.${column}`),
    query,
  };
  return exportRows(app, file, format, locale);
}
