/** Asks a processor about a payment that its settlement file lists as paid and that did not succeed here. */

import type { AskedBreak } from '@daftar/contract/ops-reconciliation';
import type { MessageRef } from '@daftar/contract/validate';
import { askByHand, type Said } from '../checkout/index.ts';
import type { App } from '../platform/context.ts';
import { AppError } from '../platform/http/errors.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { askable, change, matchBreak } from './breaks.ts';
import { BreakClosed, NothingThere, NothingToAsk } from './errors.ts';
import type { Author } from './service.ts';
import { findBreak } from './store-breaks.ts';
import { findLine } from './store-lines.ts';

const MESSAGES = {
  open: 'reconciliation.askedOpen',
  denied: 'reconciliation.askedDenied',
  unanswered: 'reconciliation.askedUnanswered',
} as const;

/**
 * Asks the processor about the payment of a break, and books the answer. If it is paid, matches the line with the
 * payment and closes the break. No answer changes nothing.
 * @returns the answer, and the reason if the break stays open
 * @throws NothingThere, BreakClosed, NothingToAsk
 */
export async function askProcessor(
  app: App,
  by: Author & { locale: Locale },
  id: number,
): Promise<{ data: AskedBreak; message: MessageRef }> {
  const row = await findBreak(app.db, id);
  if (!row) throw new NothingThere();
  if (row.closedAt) throw new BreakClosed();
  const { fileId, lineNo } = row;
  const line = fileId !== null && lineNo !== null ? await findLine(app.db, fileId, lineNo) : undefined;
  const payment = askable(row, line);
  if (!payment) throw new NothingToAsk();
  const said = await askByHand(app, payment);
  await change(app, by, id, 'ask', { reference: payment.reference, ...logged(said) }, async () => undefined);
  if (said.state !== 'paid') {
    const params: MessageRef['params'] = said.state === 'denied' ? { word: said.word } : {};
    return { data: { said: said.state, is_closed: false }, message: { key: MESSAGES[said.state], params } };
  }
  try {
    await matchBreak(app, by, id, payment.reference);
    return { data: { said: 'paid', is_closed: true }, message: { key: 'reconciliation.askedPaid' } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [field] = Object.values(error.fields ?? {});
    const reason = translate(by.locale, field?.[0] ?? error.ref);
    const message = { key: 'reconciliation.askedPaidOpen', params: { reason } } as const;
    return { data: { said: 'paid', is_closed: false }, message };
  }
}

const logged = (said: Said) => ({
  said: said.state,
  ...(said.state === 'denied' ? { word: said.word } : {}),
});
