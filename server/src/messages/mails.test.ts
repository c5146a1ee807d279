/** Messages to mail servers, and names typed to deceive the reader. */
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, hrefsOf } from '../../tests/kit/mail-rules.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { composePaidNotice, composeReceipt } from '../checkout/receipt.ts';
import { composeMessage } from '../invoices/compose.ts';
import { contentOf } from '../notifications/content.ts';
import { KINDS } from '../notifications/kinds.ts';
import { keysOf, patternOf } from '../platform/i18n/translate.ts';
import { groupedAmount } from '../platform/i18n/written.ts';
import { dayText } from '../platform/time/calendar-text.ts';
import { deliverMessage, gatewaysOf } from './deliver.ts';
import { composeEmail, dressed } from './email.ts';
import { readOutbox } from './outbox.ts';
import { type OutgoingMessage, sendMessage } from './send.ts';
import { markupOf, plainOf, quoted, sentence, smsText, spoken } from './words.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

/** Markup, a line more for the header, an override, an isolate that is left, and a placeholder. */
const HOSTILE = '<b>Nile</b>\r\nBcc: x@evil.example \u202egpj.exe\u2069 "\'$& {{amount}}';
const SEEN = '<b>Nile</b> Bcc: x@evil.example gpj.exe "\'$& {{amount}}';
const ADDRESS = 'https://pay.example.com/a?b=1&c=2';

const LOCALES = ['en', 'ar'] as const;
type Locale = (typeof LOCALES)[number];

/** A message as it is stored, and whether the placeholder that a name has is all that was not filled. */
function faultsBesideName(message: Partial<OutgoingMessage> & Pick<OutgoingMessage, 'text'>, locale: Locale) {
  const { channel = 'email', subject = '', text, html } = message;
  const without = (said: string) => said.replace(/\{\{\w*(\}\})?/g, '');
  const stored =
    html === undefined ? null : dressed({ text, html }, null, locale).html.replace('<!-- banner -->', '');
  return faultsOf({
    channel,
    locale,
    subject: without(subject),
    text: without(text),
    html: stored && without(stored),
  });
}

const paidBy = (locale: Locale, flags: string[]) => ({
  merchantId: 1,
  transactionId: 1,
  mode: 'live' as const,
  reference: 'TRX-AB12CD34',
  merchantName: HOSTILE,
  sourceKind: 'payment-link',
  payableId: 1,
  sourceName: HOSTILE,
  sourceReference: 'LNK-AB12CD34',
  method: 1,
  chargedPiastres: 123_456_789,
  flags,
  paidAt: new Date('2026-07-01T10:00:00Z'),
  receiptPath: '/pay/a/b',
  attempt: 'b',
  locale,
  name: HOSTILE,
  email: 'payer@example.com',
  mobile: '01001234567',
});

const invoiceOf = (locale: Locale) => ({
  language: locale === 'ar' ? (1 as const) : (2 as const),
  merchantName: HOSTILE,
  customerName: HOSTILE,
  reference: 'INV-AB12CD34',
  invoiceName: HOSTILE,
  total: 123_456_789,
  currency: 'EGP',
  dueAt: new Date('2026-07-01T10:00:00Z'),
  payUrl: ADDRESS,
  documentUrl: `${ADDRESS}&d=3`,
});
const receiptOf = (uncounted: 'partial' | 'duplicate' | 'canceled' | null) => ({
  chargedPiastres: 123_456_789,
  uncounted,
  method: 'Card',
  transaction: 'TRX-AB12CD34',
  paidAt: new Date('2026-07-01T10:00:00Z'),
  pageUrl: `${ADDRESS}&e=4`,
});

function payersMessages(locale: Locale) {
  const paid = [[], ['partial'], ['duplicate'], ['canceled']].flatMap((flags) => {
    const facts = paidBy(locale, flags);
    const watcher = { email: 'a@b.example', mobile: '01000000000', locale, byEmail: true, bySms: true };
    return [...composeReceipt(facts, 'https://x.example'), ...composePaidNotice(facts, watcher, ADDRESS)];
  });
  const invoices = (['email', 'sms'] as const).flatMap((channel) => [
    ...(['sent', 'resent', 'updated', 'reminder-before', 'reminder-after'] as const).map((kind) => ({
      channel,
      ...composeMessage(kind, channel, invoiceOf(locale)),
    })),
    ...([null, 'partial', 'duplicate', 'canceled'] as const).map((reason) => ({
      channel,
      ...composeMessage('receipt', channel, invoiceOf(locale), receiptOf(reason)),
    })),
  ]);
  return [...paid, ...invoices];
}

describe.each(LOCALES)('a name that was typed to deceive, in %s', (locale) => {
  test('is shown as it is, in one line, in every message to payers, and nothing else is changed by it', () => {
    const messages = payersMessages(locale);
    expect(messages.length).toBeGreaterThan(30);
    for (const message of messages) {
      expect(faultsBesideName(message, locale), message.text).toEqual([]);
      expect(message.html ?? '').not.toMatch(/<b>|\u202e/);
      if (message.channel === 'email') expect(message.text).toContain(SEEN);
      expect(message.text).toContain('1,234,567.89');
    }
  });

  test('is shown as it is in the mail of every kind of notification', () => {
    for (const kind of KINDS) {
      const keys = keysOf(`notifications.${kind}`).filter((key) =>
        /^(-bank)?(_\w+)?$/.test(key.slice(14 + kind.length)),
      );
      const names = keys.flatMap((key) =>
        [...patternOf(locale, key).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
      );
      expect(keys, kind).not.toEqual([]);
      const params = Object.fromEntries(
        names.map((name) => {
          if (/^(amount|bank|limit|used|reserved)$/.test(name)) return [`${name}Piastres`, 123_456_789];
          if (/^(count|percent)$/.test(name)) return [name, 7];
          return [name, name === 'document' ? 'tax_card' : HOSTILE];
        }),
      );
      const told = [params, { ...params, reservedPiastres: 500, bank: 'Bank' }];
      for (const each of told) {
        const subject = spoken(contentOf(locale, kind, each, 'latin'));
        const mail = composeEmail({
          locale,
          subject,
          heading: subject,
          paragraphs: [],
          action: { label: subject, url: ADDRESS },
        });
        expect(faultsBesideName(mail, locale), `${kind}: ${mail.subject}`).toEqual([]);
      }
    }
  });

  test('is cut in an SMS, but neither the address nor the reference is', () => {
    const params = {
      merchant: 'م'.repeat(200),
      reference: 'INV-AB12CD34',
      amount: groupedAmount(100),
      due: dayText('ar', '2026-07-01'),
      url: ADDRESS.repeat(4),
    };
    const text = smsText(locale, 'invoices.message.sent.sms', params);
    expect(text).toContain(ADDRESS.repeat(4));
    expect(text).toContain('INV-AB12CD34');
    expect(text).toContain(`${'م'.repeat(37)}...`);
    expect(text).not.toContain('م'.repeat(41));
  });
});

describe.each(LOCALES)('an SMS in %s', (locale) => {
  const keys = ['checkout', 'invoices', 'orders', 'refunds']
    .flatMap((noun) => keysOf(`${noun}.`))
    .filter((key) => /\.sms(\.|$)/.test(key));
  const fieldsOf = (key: string) =>
    [...patternOf(locale, key).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const written = ['merchant', 'name', 'title'];

  test('cuts only what merchants and customers wrote, never our own words', () => {
    expect(keys.length).toBeGreaterThan(12);
    for (const key of keys) {
      const fields = fieldsOf(key);
      const ours = fields.filter((name) => !written.includes(name));
      const params = Object.fromEntries(
        fields.map((name) => [name, written.includes(name) ? 'م'.repeat(200) : `${name} `.repeat(20).trim()]),
      );
      const text = smsText(locale, key, params);
      for (const name of ours) expect(text, key).toContain(params[name]);
      expect(text, key).not.toContain('م'.repeat(41));
    }
  });

  test('says in full that the business is not verified', () => {
    const merchant = plainOf(sentence(locale, 'messages.unverified'));
    const name = plainOf(sentence(locale, 'messages.reader'));
    const naming = keys.filter((key) => fieldsOf(key).includes('merchant'));
    expect(naming.length).toBeGreaterThan(8);
    for (const key of naming) {
      const params = Object.fromEntries(fieldsOf(key).map((field) => [field, '1']));
      const text = smsText(locale, key, { ...params, merchant, ...('name' in params && { name }) });
      expect(text.toLowerCase(), key).toContain(merchant.toLowerCase());
      expect(text, key).not.toContain('...');
    }
  });
});

test('a number that begins with a sign keeps it in front beside Arabic, and an amount its currency', () => {
  const words = sentence('ar', 'orders.mail.merchant.placed.text', {
    name: 'Sara',
    phone: '+201001234567',
    address: 'a\nb',
  });
  expect(plainOf(words)).toContain('(\u200e+201001234567)');
  expect(markupOf(words)).toContain('<bdi style="white-space:nowrap">\u200e+201001234567</bdi>');
  expect(
    markupOf(sentence('ar', 'orders.mail.merchant.paid.total', { amount: groupedAmount(100) })),
  ).toContain('1.00</bdi>&nbsp;ج.م.');
});

test('what begins a sentence has a capital, though most sentences have it within', () => {
  const merchant = 'a business that Daftar has not verified yet';
  expect(plainOf(sentence('en', 'refunds.payer.heading', { merchant, amount: groupedAmount(100) }))).toMatch(
    /^A business/,
  );
  expect(plainOf(sentence('en', 'refunds.payer.subject', { merchant }))).toContain('from a business');
  expect(
    plainOf(sentence('en', 'refunds.payer.heading', { merchant: 'iFix', amount: groupedAmount(100) })),
  ).toMatch(/^iFix/);
});

test('lines that somebody wrote stay lines, each by itself', () => {
  expect(plainOf(quoted('one\r\n\u202etwo\n\nthree'))).toBe('one\ntwo\n\nthree');
  expect(markupOf(quoted('<i>\nb'))).toBe('<bdi>&lt;i&gt;</bdi><br><bdi style="white-space:nowrap">b</bdi>');
});

/** A mail server that keeps the received bytes. */
async function mailServer() {
  let told = '';
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 mail.example\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (inData) told += text;
      if (inData && !told.endsWith('\r\n.\r\n')) return;
      inData = !inData && text.startsWith('DATA');
      socket.write(inData ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // A line that begins with a dot is sent with two of them.
    told: () => told.slice(0, -'.\r\n'.length).replace(/^\.\./gm, '.'),
    close: () => server.close(),
  };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const wordsOf = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, coded: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : decoded(coded.replaceAll('_', ' '), 'quoted-printable'),
    );

/** A message's headers by lower-case name, and its parts by type. */
function read(message: string) {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    fields.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts = (boundary ? rest.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1) : []).map((part) => {
    const [partHead = '', ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n');
    const field = (name: string) => new RegExp(`^${name}: ([^;\\r]+)`, 'im').exec(partHead)?.[1] ?? '';
    return {
      type: field('content-type'),
      text: decoded(body.join('\r\n\r\n').replace(/\r\n$/, ''), field('content-transfer-encoding')),
    };
  });
  return { headers, parts };
}

async function delivered(message: Partial<OutgoingMessage> & Pick<OutgoingMessage, 'text' | 'locale'>) {
  const server = await mailServer();
  const to = 'payer@example.com';
  const sent = await sendMessage(daftar.app, daftar.app.db, {
    merchantId: owner.merchantId,
    channel: 'email',
    to,
    ...message,
  });
  const [stored] = await readOutbox(daftar.app, { to, merchantId: owner.merchantId, limit: 1 });
  const config = {
    ...daftar.app.config,
    smtpUrl: server.smtpUrl,
    mailFrom: 'Daftar <no-reply@pay.example.com>',
  };
  await deliverMessage(daftar.app, gatewaysOf(config), { merchantId: owner.merchantId, messageId: sent!.id });
  server.close();
  return { raw: server.told(), stored: stored!, id: sent!.id, ...read(server.told()) };
}

describe('a mail server is told', () => {
  test.each(LOCALES)('what any mail server takes and every mail program reads: %s', async (locale) => {
    const { raw, headers, parts, stored, id } = await delivered(
      composeMessage('sent', 'email', invoiceOf(locale)) as never,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is looked for.
    expect(raw).not.toMatch(/[^\x00-\x7f]|[^\r]\n/);
    for (const line of raw.split('\r\n')) expect(line.length, line).toBeLessThanOrEqual(998);
    expect(headers).toMatchObject({
      to: 'payer@example.com',
      'message-id': `<${owner.merchantId}-${id}@pay.example.com>`,
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'mime-version': '1.0',
    });
    expect(headers).not.toHaveProperty('bcc');
    expect(wordsOf(headers.subject!)).toBe(stored.subject);
    expect(wordsOf(headers.from!)).toMatch(
      /^"?b Nile \/b Bcc x evil\.example .* <no-reply@pay\.example\.com>$/,
    );
    expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html']);
    const [text, html] = parts.map((part) => part.text.replaceAll('\r\n', '\n').trimEnd());
    expect(text).toBe(stored.text);
    expect(html).toBe(stored.html);
    expect(hrefsOf(html!)).toEqual([ADDRESS, `${ADDRESS}&d=3`]);
  });

  test('where answers go: to the verified business whose customer reads, if its store names an address', async () => {
    const asked = (sender: string | undefined) => {
      const { sender: _, ...mail } = composeMessage('sent', 'email', invoiceOf('en'));
      return delivered({ ...mail, ...(sender === undefined ? {} : { sender }), text: mail.text });
    };
    expect((await asked('Nile Bakery')).headers).not.toHaveProperty('reply-to');
    await daftar.database.sql`
      insert into business_profiles (merchant_id, store_email, store_contact, updated_at)
      values (${owner.merchantId}, 'ask@nile.example', '+201001234567', ${daftar.clock.now()})`;
    const { headers, stored } = await asked('Nile Bakery');
    expect(headers['reply-to']).toBe('ask@nile.example');
    expect(stored.text).toContain('Questions? Contact Nile Bakery: ask@nile.example · +201001234567');
    expect(stored.html).toContain('ask@nile.example · +201001234567');
    for (const sender of ['', undefined]) {
      const ours = await asked(sender);
      expect(ours.headers).not.toHaveProperty('reply-to');
      expect(ours.stored.text).not.toContain('ask@nile.example');
    }
  });
});
