import { createHash } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { openRootSecret, retireOtherSecrets } from '../platform/root-secret.ts';
import { seal } from '../platform/seal.ts';
import { openBody, sealBody } from './body.ts';
import { deliverMessage, gatewaysOf } from './deliver.ts';
import { composeEmail, type Email } from './email.ts';
import { readOutbox } from './outbox.ts';
import { purgeMessages } from './purge.ts';
import { sendMessage } from './send.ts';
import { USUAL, USUAL_SINCE_DARK } from './usual.ts';
import { quoted, sentence } from './words.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

let serial = 0;
const CODE = '481516';
/** A message with a code in it. */
async function promised(app: App, expiresAt?: Date) {
  serial += 1;
  const to = `0100000${String(serial).padStart(4, '0')}`;
  const message = await sendMessage(app, app.db, {
    merchantId: owner.merchantId,
    channel: 'sms',
    to,
    locale: 'en',
    text: `Your code is ${CODE}`,
    ...(expiresAt ? { expiresAt } : {}),
  });
  const id = message!.id;
  const ref = { merchantId: owner.merchantId, messageId: id };
  const row = async () =>
    (
      await daftar.database.sql`
        select state, last_error as error, sealed, body_text as text from messages where id = ${id}`
    )[0];
  return { ref, to, row };
}
const deliver = (app: App, ref: { merchantId: number; messageId: number }, sms: () => Promise<void>) =>
  deliverMessage(app, { email: null, sms }, ref);
const away = () => Promise.reject(new Error('away'));
const later = (days: number): App => ({
  ...daftar.app,
  clock: { now: () => new Date(daftar.clock.now().getTime() + days * 86_400_000) },
});

test('a message refused by its gateway is retried unchanged, and its text is not kept', async () => {
  const { ref, row } = await promised(daftar.app);
  await expect(deliver(daftar.app, ref, away)).rejects.toThrow('away');
  expect(await row()).toMatchObject({ state: 'failed', error: 'away', text: '' });
  const sent = vi.fn(async () => undefined);
  await deliver(daftar.app, ref, sent);
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ text: `Your code is ${CODE}` }),
    `${ref.merchantId}-${ref.messageId}`,
  );
  expect(await row()).toEqual({ state: 'sent', error: null, sealed: null, text: '' });
  await deliver(daftar.app, ref, sent);
  expect(sent).toHaveBeenCalledOnce();
});

test('a code that expired before it could be sent is not sent, and is erased', async () => {
  const app = daftar.app;
  const { ref, row } = await promised(app, new Date(app.clock.now().getTime() + 600_000));
  const other = await promised(app, new Date(app.clock.now().getTime() + 600_000));
  const sent = vi.fn(async () => undefined);
  await deliver(later(1), ref, sent);
  expect(sent).not.toHaveBeenCalled();
  expect(await row()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('expired'),
    sealed: null,
  });
  await purgeMessages(later(1));
  expect(await other.row()).toMatchObject({ sealed: null, text: '' });
  await deliver(later(1), other.ref, sent);
  expect(sent).not.toHaveBeenCalled();
});

test('a waiting message is sent even if DAFTAR_SECRET was replaced; without its root secret it cannot be read', async () => {
  const { sql } = daftar.database;
  const [former, next] = [
    'the former of the two secrets, 32 long',
    'the next one of the two secrets, 32 long',
  ];
  const now = daftar.clock.now();
  const under = (secret: string): App => ({ ...daftar.app, config: { ...daftar.app.config, secret } });
  const { secret: root } = await openRootSecret(sql, { current: former, other: null }, now);
  const first = await promised(under(root));
  const second = await promised(under(root));
  await openRootSecret(sql, { current: former, other: next }, now);
  await retireOtherSecrets(sql, next);
  const { secret: found } = await openRootSecret(sql, { current: next, other: null }, now);
  const sent = vi.fn(async () => undefined);
  await deliver(under(found), first.ref, sent);
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({ text: expect.stringContaining(CODE) }),
    expect.anything(),
  );
  await deliver(under('a root that was made when the former one was lost'), second.ref, sent);
  expect(sent).toHaveBeenCalledOnce();
  expect(await second.row()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('root secret'),
  });
});

const withoutSubject = ({ text, html }: Email) => ({ text, html });

test('a body is kept at a quarter of its size, and opens as it was, in both languages and as earlier versions sealed it', () => {
  for (const locale of ['en', 'ar'] as const) {
    const words = sentence(locale, 'messages.testBanner');
    const action = { label: words, url: 'https://pay.example.com/a-token-of-some-length' };
    const paragraphs = [words, words, quoted('٣ & "x"')];
    const content = { locale, subject: words, heading: words, paragraphs, action };
    const body = {
      ...withoutSubject(composeEmail(content)),
      links: [action.url],
      from: null,
      attachment: null,
      unsubscribe: null,
    };
    const sealed = sealBody(daftar.app, body);
    expect(openBody(daftar.app, sealed)).toEqual(body);
    const plain = JSON.stringify(body);
    expect(sealed.length).toBeLessThan(Buffer.byteLength(plain) / 4);
    const key = serverKey(daftar.app, 'message');
    expect(openBody(daftar.app, seal(key, plain))).toEqual(body);
    const before = deflateRawSync(plain, { dictionary: USUAL });
    expect(openBody(daftar.app, seal(key, Buffer.concat([Buffer.of(1), before])))).toEqual(body);
  }
});

test('what bodies are made small with is what it was: those that wait could not be read otherwise', () => {
  const hashOf = (dictionary: Buffer) => createHash('sha256').update(dictionary).digest('hex');
  expect([USUAL, USUAL_SINCE_DARK].map(hashOf)).toEqual([
    'c433d259784a50c77988b6980b5315e504b758001878b345cb4990617410b81c',
    '3deb69e59bf78e4fd4ee112f7af488d4386129609dc74043fe1bef3699e6d79a',
  ]);
});

test('unsent messages are erased after 30 days, and their records are deleted after a year', async () => {
  const { row } = await promised(daftar.app);
  await purgeMessages(later(29));
  expect((await row())?.sealed).not.toBeNull();
  await purgeMessages(later(31));
  expect(await row()).toMatchObject({ state: 'queued', sealed: null });
  await daftar.database.sql`update messages set created_at = ${daftar.clock.now()}`;
  await purgeMessages(later(364));
  expect(await row()).toBeDefined();
  await purgeMessages(later(366));
  expect(await row()).toBeUndefined();
});

test('records of messages of test mode are deleted after fewer days where so is set', async () => {
  const { row } = await promised(daftar.app);
  await daftar.database.sql`update messages set created_at = ${daftar.clock.now()}, mode = 'live'`;
  const purgedAfter = (days: number) => {
    const app = later(days);
    return purgeMessages({ ...app, config: { ...app.config, testDays: 90 } });
  };
  await purgedAfter(91);
  expect(await row()).toBeDefined();
  await daftar.database.sql`update messages set mode = 'test'`;
  await purgedAfter(89);
  expect(await row()).toBeDefined();
  await purgedAfter(91);
  expect(await row()).toBeUndefined();
});

test('plain bodies of an earlier version are erased if sent, and encrypted if unsent once that version cannot be sending them', async () => {
  const { sql } = daftar.database;
  const now = daftar.clock.now();
  for (const state of ['failed', 'sent']) {
    await sql`
      insert into messages (merchant_id, channel, recipient, locale, subject, body_text, body_html, links, state, created_at)
      values (${owner.merchantId}, 'email', ${`${state}@example.com`}, 'en', 'Reset', 'the secret link', '<p>',
              '{https://x/secret}', ${state}, ${now})`;
  }
  await purgeMessages(daftar.app);
  const readable = await sql`select state from messages where body_text <> ''`;
  expect(readable, 'sealed now, it would be sent empty').toEqual([{ state: 'failed' }]);
  await purgeMessages(later(1.1));
  expect(
    await sql`select from messages where body_text <> '' or body_html is not null or links <> '{}'`,
  ).toEqual([]);
  const [failed] = await readOutbox(daftar.app, { to: 'failed@example.com' });
  expect(failed).toMatchObject({ text: 'the secret link', html: '<p>', links: ['https://x/secret'] });
  const [sent] = await readOutbox(daftar.app, { to: 'sent@example.com' });
  expect(sent).toMatchObject({ subject: 'Reset', text: '', links: [] });
});

test.each(['', '220 mail.example ready\r\n'])(
  'the connection to a mail server that sends %j and then nothing is abandoned',
  async (greeting) => {
    const silent = createServer((socket) => void socket.write(greeting));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const timeouts = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 };
    const { email } = gatewaysOf({ ...daftar.app.config, smtpUrl }, timeouts);
    const mail = { channel: 'email' as const, recipient: 'a@b.example', subject: '', text: 'x', html: null };
    await expect(email!(mail, 'key')).rejects.toThrow();
    silent.close();
  },
);

/** A mail server that records the received commands. */
async function mailServer() {
  let told = '';
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 mail.example\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString('utf8');
      told += text;
      if (inData && !text.endsWith('\r\n.\r\n')) return;
      inData = !inData && text.startsWith('DATA');
      socket.write(inData ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    smtpUrl,
    from: () => /^From: (.*)$/m.exec(told.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim(),
    close: () => server.close(),
  };
}

test.each([
  ['en', 'Nile Bakery', 'Nile Bakery via Daftar <no-reply@localhost>'],
  [
    'en',
    'Evil" <x@evil.example>\r\nBcc: y@z, "',
    '"Evil x evil.example Bcc y z via Daftar" <no-reply@localhost>',
  ],
  ['ar', 'مخبز', '=?UTF-8?B?2YXYrtio2LIg2LnYqNixINiv2YHYqtix?= <no-reply@localhost>'],
  ['en', '', 'Daftar <no-reply@localhost>'],
] as const)('a mail in %s for the customers of %j is sent from %s', async (locale, sender, from) => {
  const mail = await mailServer();
  const message = await sendMessage(daftar.app, daftar.app.db, {
    merchantId: owner.merchantId,
    channel: 'email',
    to: 'payer@example.com',
    locale,
    subject: 'Receipt',
    sender,
    text: 'Thank you',
  });
  const gateways = gatewaysOf({ ...daftar.app.config, smtpUrl: mail.smtpUrl });
  await deliverMessage(daftar.app, gateways, { merchantId: owner.merchantId, messageId: message!.id });
  expect(mail.from()).toBe(from);
  mail.close();
});
