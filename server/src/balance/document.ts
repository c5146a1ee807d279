/** Builds the data of the PDF of a statement of account. */

import type { BalanceAccount } from '@daftar/contract/balance';
import type { WrittenParams } from '@daftar/contract/message-params';
import type { Mode } from '../platform/context.ts';
import { isolated } from '../platform/i18n/isolates.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { groupedAmount, momentText } from '../platform/i18n/written.ts';
import { dayText } from '../platform/time/calendar-text.ts';
import type { StatementLine } from './store.ts';

/** A statement to be rendered. */
export interface Statement {
  merchant: string;
  mode: Mode;
  /** Days in Cairo, both included. */
  from: string | undefined;
  to: string | undefined;
  now: Date;
  lines: readonly StatementLine[];
}

/** Formats an amount; the minus sign stays in front, in right-to-left lines too. */
const figure = (piastres: number | null): string => {
  if (piastres === null || piastres === 0) return piastres === null ? '' : groupedAmount(0);
  return piastres < 0 ? `\u200e\u2212${groupedAmount(-piastres)}` : groupedAmount(piastres);
};

interface Section {
  account: BalanceAccount;
  opening: number;
  closing: number;
  movements: StatementLine[];
}

/** Returns the lines of each account, in the order of the balances. */
function sectionsOf(lines: readonly StatementLine[]): Section[] {
  const sections = new Map<BalanceAccount, Section>();
  for (const line of lines) {
    const { account, balancePiastres } = line;
    if (line.kind === 'opening') {
      sections.set(account, { account, opening: balancePiastres, closing: balancePiastres, movements: [] });
    } else if (line.kind === 'closing') sections.get(account)!.closing = balancePiastres;
    else sections.get(account)!.movements.push(line);
  }
  return [...sections.values()];
}

const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);

/** Builds the template's data: formatted text and figures. */
export function statementData(locale: Locale, statement: Statement): Record<string, unknown> {
  const say = (key: string, params?: WrittenParams) =>
    translate(locale, { key: `balance.${key}`, ...(params && { params }) }, 'latin');
  const sections = sectionsOf(statement.lines);
  const { merchant, from, to, now } = statement;
  const period = [
    from === undefined ? say('document.beginning') : dayText(locale, from),
    to === undefined ? momentText(locale, now) : dayText(locale, to),
  ].join(' – ');
  return {
    locale,
    title: `${say('document.heading')} · ${merchant}`,
    merchant,
    heading: say('document.heading'),
    period,
    facts: [
      { label: say('document.savedAt'), value: momentText(locale, now) },
      { label: say('document.currency'), value: say('document.egp') },
    ],
    notice: statement.mode === 'test' ? say('document.test') : null,
    summaryHeadings: ['account', 'opening', 'in', 'out', 'closing'].map((key) => say(`document.${key}`)),
    summary: sections.map(({ account, opening, closing, movements }) => [
      say(`account.${account}`),
      figure(opening),
      figure(sum(movements.map(({ inPiastres }) => inPiastres))),
      figure(-sum(movements.map(({ outPiastres }) => outPiastres))),
      figure(closing),
    ]),
    headings: ['date', 'kind', 'reference', 'in', 'out', 'balance'].map((key) => say(`document.${key}`)),
    sections: sections
      .filter(({ movements }) => movements.length > 0)
      .map(({ account, opening, closing, movements }) => ({
        name: say(`account.${account}`),
        opening: [say('kind.opening'), figure(opening)],
        lines: movements.map((line) => [
          line.at!,
          say(`kind.${line.kind}`),
          isolated(line.reference),
          figure(line.inPiastres),
          line.outPiastres === null ? '' : figure(-line.outPiastres),
          figure(line.balancePiastres),
        ]),
        closing: [say('kind.closing'), figure(closing)],
      })),
    none: say('document.none'),
    footer: say('document.footer', { merchant }),
  };
}
