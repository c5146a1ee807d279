/** Messages to payers: codes and receipts, from the merchant, by one clock, and marked in test mode. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cairoMoment } from '@daftar/contract/moment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardForm, startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import { readOutbox } from '../messages/outbox.ts';
import { projectRoot } from '../platform/paths.ts';
import { applyOutcome } from './outcomes.ts';
import { findAttemptByToken } from './store.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout.close());

/** Returns the messages to a merchant's customers at an address, oldest first. */
const sentTo = async (merchantId: number, to: string) =>
  (await readOutbox(checkout.app, { to, merchantId })).reverse();

const PAYER = { email: 'mona@example.com', phone: '01001234567' };

async function start(options: object, form: Record<string, string>) {
  const merchant = await checkout.merchant();
  const link = await checkout.link(merchant, { asks: ['email', 'phone'], ...options });
  const { location } = await checkout.post(`/pay/${link.token}`, { ...PAYER, ...form });
  return { merchant, link, address: `${checkout.app.config.publicUrl}${location}`, location: location! };
}

describe('a kiosk code', () => {
  test.each([
    ['en', 2, /100\.00/, /15 June|16 June/],
    ['ar', 1, /100\.00/, /1[56] يونيو/],
  ] as const)(
    'is sent by SMS and e-mail, once each, in the payer’s language: %s',
    async (locale, language, amount, day) => {
      const { merchant, address, location } = await start({ language }, { method: '4' });
      const { view } = await checkout.get(location);
      const attempt = view?.page.kind === 'attempt' ? view.page.attempt : null;
      const [sms, ...more] = await sentTo(merchant, PAYER.phone);
      const [email] = await sentTo(merchant, PAYER.email);
      expect(more).toEqual([]);
      const until = cairoMoment(locale, new Date(attempt!.expiresAt), 'latin');
      for (const message of [sms, email]) {
        expect(message).toMatchObject({ locale, links: [address] });
        for (const said of [attempt!.code!, 'متجر النور', address, until])
          expect(message!.text).toContain(said);
        expect(message!.text).toMatch(amount);
        expect(message!.text).toMatch(day);
      }
      expect(attempt).toMatchObject({ codeSentTo: { phone: '010••••4567', email: 'm•••@example.com' } });
    },
  );

  test('is not sent when the payer gave no contact, and the page does not claim that it was', async () => {
    const { merchant, location } = await start({ asks: [] }, { method: '4' });
    const { view } = await checkout.get(location);
    expect(view?.page).toMatchObject({ attempt: { codeSentTo: {} } });
    const [count] =
      await checkout.sql`select count(*)::int as n from messages where merchant_id = ${merchant}`;
    expect(count).toEqual({ n: 0 });
  });

  test('is found on another device by the link, which reveals nothing else about the payer', async () => {
    const { location } = await start({}, { method: '4' });
    const elsewhere = await checkout.get(location);
    expect(elsewhere.view?.page).toMatchObject({ kind: 'attempt', attempt: { state: 'awaiting' } });
    expect(elsewhere.raw).not.toMatch(/mona@example|01001234567/);
  });

  test('can be paid after its place was freed, and the page says until when', async () => {
    const { location } = await start({ maxPaymentCount: 2 }, { method: '4' });
    checkout.clock.advance({ minutes: 20 });
    const { view } = await checkout.get(location);
    expect(view?.page).toMatchObject({ attempt: { state: 'awaiting', secondsLeft: (24 * 60 - 20) * 60 } });
    checkout.clock.advance({ minutes: -20 });
  });
});

describe('a receipt', () => {
  test.each([
    [
      'en',
      2,
      'You receive this message because you paid متجر النور',
      '15 June 2026 at 12:00 pm (Cairo time)',
    ],
    ['ar', 1, 'وصلتك هذه الرسالة لأنك دفعت إلى متجر النور', '15 يونيو 2026'],
  ] as const)(
    'names the merchant, says why it was sent, and links to the page: %s',
    async (locale, language, why, when) => {
      const { merchant, address } = await start({ language }, cardForm());
      await checkout.runJobs();
      const [email] = await sentTo(merchant, PAYER.email);
      expect(email).toMatchObject({ locale, links: [address] });
      expect(email!.text).toContain(why);
      expect(email!.text).not.toMatch(/you have an account|لديك حسابًا/);
      expect(email!.text).toContain(address);
      expect(email!.html).toContain(`href="${address}"`);
      expect(email!.text.replace(/[\u200f\u202f\u00a0]/g, ' ')).toContain(when);
      // Documents and messages have Latin digits in both languages.
      expect(email!.text).not.toMatch(/[٠-٩]/);
      const [sms] = await sentTo(merchant, PAYER.phone);
      expect(sms!.text).toContain(address);
    },
  );
});

test.each([
  ['en', 2, 'Your payment arrived', 'only part of the amount', 'it does not count as paid'],
  ['ar', 1, 'وصل المبلغ الذي دفعته', 'جزء فقط من المبلغ المطلوب', 'جزء فقط من المطلوب'],
] as const)(
  'of a partial payment says so to the payer and to the creator of the link: %s',
  async (locale, language, heading, part, notice) => {
    const { merchant, link, location } = await start({ language }, { method: '4' });
    await checkout.sql`update users set locale = ${locale} where merchant_id = ${merchant}`;
    await checkout.sql`
      update payment_links set notify_by_email = true, notify_by_sms = true
       where merchant_id = ${merchant} and id = ${link.id}`;
    const attempt = (await findAttemptByToken(checkout.app.db, merchant, location.split('/').at(-1)!))!;
    const came = { state: 'succeeded', reference: 'K-1', receivedPiastres: 9_000, disputes: false } as const;
    await applyOutcome(checkout.app, attempt, came);
    await checkout.runJobs();
    const [sms] = (await sentTo(merchant, PAYER.phone)).slice(-1);
    const [email] = (await sentTo(merchant, PAYER.email)).slice(-1);
    expect(email!.text).toContain(heading);
    expect(email!.text).not.toMatch(/successful|تمت عملية الدفع/);
    for (const { text } of [sms!, email!]) {
      expect(text).toContain('90.00');
      expect(text).toContain(part);
    }
    const [told] = await checkout.sql<
      { email: string }[]
    >`select email from users where merchant_id = ${merchant}`;
    const [paid, noted] = [await sentTo(merchant, told!.email), await sentTo(merchant, '01000000000')];
    for (const { text } of [paid.at(-1)!, noted.at(-1)!]) expect(text).toContain(notice);
    expect(paid.at(-1)!.text).not.toMatch(/You have been paid/);
  },
);

describe('test mode', () => {
  test.each([
    ['en', 2, '[Test]', 'no real money'],
    ['ar', 1, '[تجريبي]', 'لا تُستخدم فيها أموال حقيقية'],
  ] as const)(
    'is marked on everything that a payer is sent: %s',
    async (_locale, language, mark, sentence) => {
      const wallet = '01112223334';
      const paid = await start({ language }, cardForm());
      await checkout.runJobs();
      const kiosk = await start({ language }, { method: '4' });
      const otp = await start({ language }, { method: '3', wallet_mobile: wallet });
      const messages = [
        ...(await sentTo(paid.merchant, PAYER.email)),
        ...(await sentTo(paid.merchant, PAYER.phone)),
        ...(await sentTo(kiosk.merchant, PAYER.email)),
        ...(await sentTo(kiosk.merchant, PAYER.phone)),
        ...(await sentTo(otp.merchant, wallet)),
      ];
      expect(messages).toHaveLength(5);
      for (const { channel, subject, text, html } of messages) {
        if (channel === 'sms') expect(text.startsWith(`${mark} `)).toBe(true);
        else {
          expect(subject.startsWith(`${mark} `)).toBe(true);
          for (const body of [text, html]) expect(body).toContain(sentence);
        }
      }
    },
  );

  test('is not marked on messages about live money', async () => {
    const { merchant } = await start({ mode: 'live', language: 2 }, { method: '4' });
    await checkout.runJobs();
    const messages = await sentTo(merchant, PAYER.email);
    expect(messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(messages)).not.toMatch(/\[Test\]|no real money/);
  });
});

describe('Cairo time', () => {
  /**
   * The only places that may format a moment: the shared helper, the portal’s own, the days of Cairo, and days without
   * a time.
   */
  const MAY = [
    'contract/src/moment.ts',
    'server/src/platform/time/cairo.ts',
    'server/src/platform/time/calendar-text.ts',
    'web/ui/format.ts',
    'web/ui/format-tick.ts',
    'web/ui/zoned.ts',
    'web/ops/merchants/components/settling.tsx',
    'web/docs/status-page.tsx',
  ];

  test('is used for every time that a payer reads', () => {
    const found = ['server/src', 'web', 'contract/src'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file}`)
        .filter(
          (file) => /\.tsx?$/.test(file) && !/node_modules|\/dist\/|\.test\.tsx?$|\/testing\//.test(file),
        )
        .filter((file) =>
          /DateTimeFormat\(|toLocale(?:Date|Time)?String\(/.test(
            readFileSync(join(projectRoot, file), 'utf8'),
          ),
        ),
    );
    expect(found.filter((file) => !MAY.includes(file))).toEqual([]);
  });

  test('is named as such: no text to a payer mentions UTC', () => {
    const catalogues = ['en', 'ar'].flatMap((locale) => [
      ...['invoices', 'checkout', 'refunds', 'orders'].map((noun) => `server/locales/${locale}/${noun}.json`),
      ...['pay', 'shop'].map((noun) => `web/locales/${locale}/${noun}.json`),
    ]);
    const spoken = catalogues.flatMap((file) => {
      const entries = Object.entries(JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as object);
      // Columns of the merchant's exports and imports are in UTC for compatibility.
      return entries
        .filter(([key, text]) => /UTC/.test(String(text)) && !key.startsWith('column.'))
        .map(([key]) => key);
    });
    expect(spoken).toEqual([]);
  });
});
