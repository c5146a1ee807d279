/** Tables of the pages, from what the product itself says. */
import type { DocsView } from '@daftar/contract/docs';
import { cardOutcome, type Locale, methodName, wordIn } from './text.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');
/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** The test cards. */
export function cardTable({ locale, sandbox }: DocsView): string {
  const t = wordIn(locale);
  const rows = sandbox.cards.map(({ number, brand, outcome, reason }) => [
    `\`${number}\``,
    brand,
    `${cardOutcome(locale, outcome)}${reason === null ? '' : ` \`${reason}\``}`,
  ]);
  return table([t('cards.number'), t('cards.brand'), t('cards.outcome')], rows);
}

/** What a payer does by each method in test mode, and where a refund goes. */
export function methodTable({ locale, sandbox }: DocsView): string {
  const t = wordIn(locale);
  const rows = sandbox.methods.map(({ id, code, step, refund }) => [
    methodName(locale, code),
    `\`${id}\``,
    t(`test.step.${step}`),
    t(`test.refund.${refund}`),
  ]);
  return table([t('test.method'), t('test.id'), t('test.step'), t('test.refund')], rows);
}

/** The scenarios of the simulator, as its calls describe them. */
export function scenarioTable({ locale, document }: DocsView): string {
  const t = wordIn(locale);
  const rows = ['PaymentScenario', 'TransactionScenario', 'MoneyScenario'].flatMap((name) => {
    const schema = document.components.schemas[name] as Record<string, string[]>;
    const meanings = schema['x-enum-descriptions'] ?? [];
    return (schema.enum ?? []).map((word, at) => [`\`${word}\``, t(`test.call.${name}`), meanings[at] ?? '']);
  });
  return table([t('test.scenario'), t('test.call'), t('cards.outcome')], rows);
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time in its largest whole unit: `30 minutes`. */
function lengthOf(locale: Locale, seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1];
  const options = { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(locale, options).format(seconds / length);
}

/** How long we wait before each attempt after the first. */
export function retryTable({ locale, retrySeconds }: DocsView): string {
  const t = wordIn(locale);
  const rows = retrySeconds.map((seconds, at) => [String(at + 2), lengthOf(locale, seconds)]);
  return table([t('retry.attempt'), t('retry.pause')], rows);
}
