/** Words for changes in the audit log. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Caller } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { serverRoot } from '../platform/paths.ts';
import { fieldName, valueText } from './fields.ts';
import { recordAudit } from './record.ts';

const LOCALES = ['en', 'ar'] as const;
const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(join(serverRoot, path), 'utf8'));

test('amounts, percentages, times and codes are said as screens say them, in both languages', () => {
  const said = (noun: string, field: string, value: unknown) =>
    LOCALES.map((locale) => valueText(locale, noun, field, value));
  expect(said('payout', 'amountPiastres', 123_450)).toEqual(['1,234.50 EGP', '١٬٢٣٤٫٥٠ ج.م.']);
  expect(said('payment-link', 'value', 5000)).toEqual(['50.00 EGP', '٥٠٫٠٠ ج.م.']);
  // In the currency of the entry's other field.
  expect(said('invoice', 'total', 5000)).toEqual(['50.00', '٥٠٫٠٠']);
  expect(said('merchant', 'shareBps', 275)[0]).toBe('2.75%');
  expect(said('merchant', 'shareBps', 275)[1]).toContain('٢٫٧٥');
  expect(said('merchant', 'enabled', false)).toEqual(['No', 'لا']);
  expect(said('payment-link', 'status', 1)).toEqual(['Inactive', 'غير نشط']);
  expect(said('merchant', 'status', 4)).toEqual(['Suspended', 'موقوف']);
  expect(said('api-key', 'permissions', ['view-balances', 'view-settlements'])[0]).toMatch(/^[A-Z].+, [A-Z]/);
  expect(said('api-key', 'works_until', '2026-06-15T09:00:00.000Z')[0]).toMatch(/^15 June 2026.+12:00 pm$/);
  expect(said('bank-holiday', 'day', '2026-06-15')[1]).toBe('١٥ يونيو ٢٠٢٦');
  expect(said('user', 'role_id', 1234)).toEqual(['1234', '1234']);
  for (const nothing of [null, '', [], {}]) expect(said('merchant', 'reason', nothing)).toEqual([null, null]);
});

test('what has parts has the word of each; what merchants named themselves stays as they named it', () => {
  const rates = [{ method: 1, rateBps: 150, fixedPiastres: 200 }];
  expect(valueText('en', 'merchant', 'rates', rates)).toBe(
    'Payment method: Card, Percentage: 1.5%, Fixed fee: 2.00 EGP',
  );
  expect(valueText('en', 'customer', 'metadata', { name: 'Mona', mode: 'b' })).toBe('name: Mona, mode: b');
});

/** The log has them of other nouns too, where they are something else. */
const OTHERS = new Set(['answer', 'day', 'description', 'paid']);

test.each(LOCALES)('a field is called what the forms and requests call it: %s', (locale) => {
  const words = read(`locales/${locale}/audit.json`);
  const shown: Record<string, string> = {};
  for (const [catalogue, prefix] of [
    ['kyc', 'field.'],
    ['ops-approvals', 'fact.'],
  ] as const)
    for (const [key, word] of Object.entries(read(`../web/locales/${locale}/${catalogue}.json`)))
      if (key.startsWith(prefix)) shown[key.slice(prefix.length)] ??= word;
  const both = Object.keys(words)
    .map((key) => key.replace(/^field\./, ''))
    .filter((name) => words[`field.${name}`] && shown[name] && !OTHERS.has(name));
  expect(both.length).toBeGreaterThan(30);
  expect(both.filter((name) => words[`field.${name}`] !== shown[name])).toEqual([]);
  expect(fieldName(locale, 'crNumber')).toBe(shown.crNumber);
});

/** Compiled, never run: fields without a word do not compile. */
export async function written(
  db: Db,
  by: Caller,
  now: Date,
  before: { reference: string; secretly: string },
) {
  const entry = { action: 'payment-link.create', subject: 'payment-link:1' } as const;
  await recordAudit(db, by, now, { ...entry, after: { reference: 'LNK-1', status: 1 } });
  // @ts-expect-error nothing says what `secretly` is
  await recordAudit(db, by, now, { ...entry, after: { secretly: 1 } });
  // @ts-expect-error nor when it comes with others
  await recordAudit(db, by, now, { ...entry, before: { ...before } });
  // @ts-expect-error nor where its fields are not known
  await recordAudit(db, by, now, { ...entry, before: {} as Record<string, unknown> });
}
