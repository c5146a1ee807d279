/** Everything that is written down has a name that people can read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MERCHANT_NOUNS } from '@daftar/contract/audit-subjects';
import { expect, test } from 'vitest';
import { serverRoot } from '../platform/paths.ts';

const catalogue = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(serverRoot, `locales/${locale}/audit.json`), 'utf8'));

/** The possible parts of composed names. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'sign-in.${way}': ['sign-in.password', 'sign-in.second-step', 'sign-in.passkey'],
  'domain.${event}': ['domain.verified', 'domain.missing', 'domain.lapsed'],
  'company-domain.${event}': [
    'company-domain.missing',
    'company-domain.reminder',
    'company-domain.suspended',
    'company-domain.resumed',
  ],
  'ticket.${what}': ['ticket.assign', 'ticket.prioritize', 'ticket.note'],
  'chargeback.${what}': [
    'chargeback.open',
    'chargeback.move',
    'chargeback.applied',
    'chargeback.withdrawn',
    'chargeback.reopened',
  ],
  'payout.${state}': ['payout.handed-over', 'payout.expired', 'payout.returned'],
  'approval.${state}': ['approval.approved', 'approval.declined', 'approval.withdrawn'],
  'merchant.${action}': [
    'merchant.rates',
    'merchant.settlement-schedule',
    'merchant.settlement-hold',
    'merchant.settlement-release',
  ],
  'ops-approval.${action}': [
    'ops-approval.ask',
    'ops-approval.approve',
    'ops-approval.decline',
    'ops-approval.withdraw',
  ],
  'operator.${what}': ['operator.reset', 'operator.disable'],
  'processor.${kind}': ['processor.add', 'processor.change', 'processor.rotate', 'processor.on'],
  'discrepancy.${ending}': [
    'discrepancy.refunded',
    'discrepancy.reversed',
    'discrepancy.disputed',
    'discrepancy.stands',
  ],
  'reconciliation-break.${action}': [
    'reconciliation-break.take',
    'reconciliation-break.note',
    'reconciliation-break.resolve',
    'reconciliation-break.match',
  ],
  'merchant.${decision}': ['merchant.approve', 'merchant.reject', 'merchant.suspend', 'merchant.resume'],
};

/** The sources that write to the log. */
function writers(): string[] {
  const folder = join(serverRoot, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter(
      (text) =>
        /record(?:Provider)?(?:Audit|Access)|logByDirectory/.test(text) || text.includes('into audit_log'),
    );
}

/** Every name that the sources hand to the log. */
function writtenActions(): string[] {
  const names = writers().flatMap((text) =>
    [...text.matchAll(/['`]([a-z-]+\.(?:[a-z-]+|\$\{\w+\}))['`]/g)]
      .filter((match) => {
        const line = text.slice(text.lastIndexOf('\n', match.index) + 1, text.indexOf('\n', match.index));
        return /\baction|values/.test(line) && !/\bkind:|translate\(/.test(line);
      })
      .map((match) => match[1]!),
  );
  return [...new Set(names)];
}

test('the screen names the item of every action in both languages', () => {
  const nouns = new Set(
    writers().flatMap((text) => [...text.matchAll(/subject: ['`]([a-z-]+)[:'`]/g)].map(([, noun]) => noun!)),
  );
  expect(nouns.size).toBeGreaterThan(15);
  for (const locale of ['en', 'ar']) {
    const screen = readFileSync(join(serverRoot, `../web/locales/${locale}/audit.json`), 'utf8');
    const words: Record<string, string> = JSON.parse(screen);
    expect([...nouns].filter((noun) => !words[`subject.${noun}`])).toEqual([]);
  }
});

test('every action in the source has a name in both languages', () => {
  const written = writtenActions();
  expect(written.length).toBeGreaterThan(20);
  const unknown = written.filter((name) => name.includes('${') && !(name in PARTS));
  expect(unknown).toEqual([]);
  const actions = written.flatMap((name) => PARTS[name] ?? [name]);
  for (const locale of ['en', 'ar']) {
    const words = catalogue(locale);
    expect(actions.filter((action) => !words[`action.${action}`])).toEqual([]);
  }
});

test.each(['en', 'ar'])(
  'what entries are about and who made them is called the same in files and on screens: %s',
  (locale) => {
    const shown = JSON.parse(readFileSync(join(serverRoot, `../web/locales/${locale}/audit.json`), 'utf8'));
    const keys = [
      ...MERCHANT_NOUNS.map((noun) => `subject.${noun}`),
      ...['provider', 'system', 'scim'].map((actor) => `actor.${actor}`),
    ];
    const words = catalogue(locale);
    expect(keys.map((key) => words[key])).toEqual(keys.map((key) => shown[key]));
  },
);
