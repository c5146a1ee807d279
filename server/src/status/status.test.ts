/**
 * The public status page: measured each minute, worse if an operator publishes that, and available while the database
 * is not.
 */
import type { DocsRenderer } from '@daftar/contract/docs';
import { PAYMENT_METHOD } from '@daftar/contract/lookups';
import { type StatusFacts, sumOfStatus } from '@daftar/contract/status';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { connect } from '../platform/db/connect.ts';
import { builtRenderer } from '../platform/http/pages.ts';
import { countStart } from '../processors/starts.ts';
import { count, writeCounts } from './counts.ts';
import { KnownStatus } from './known.ts';
import { measure } from './measure.ts';
import { readFacts } from './service.ts';

let daftar: TestServer;
let admin: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: 'https://daftar.example', sandboxLive: true });
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  await daftar.database.sql`delete from status_days`;
  await daftar.database.sql`delete from status_counts`;
  await daftar.database.sql`delete from incident_updates`;
  await daftar.database.sql`delete from incidents`;
  await daftar.database.sql`update status_clock set measured_at = null`;
  admin = await daftar.operator('admin');
  await writeCounts(daftar.app);
  await daftar.database.sql`delete from status_counts`;
});

const { ask, tell, lastAudit } = deskOf(() => daftar);
const page = (path: string) => daftar.call({ path });
const facts = () => readFacts(daftar.app);
const stateOf = ({ components }: StatusFacts, id: string) => components.find((each) => each.id === id)?.state;
const texts = {
  title_en: 'Cards fail',
  title_ar: 'فشل الدفع بالبطاقات',
  text_en: 'We look\u000b into it\f',
  text_ar: 'نبحث الأمر',
};

test('several processes measure once a minute, and each minute counts once', async () => {
  const once = await Promise.all([measure(daftar.app), measure(daftar.app), measure(daftar.app)]);
  expect(once.filter(Boolean)).toHaveLength(1);
  daftar.clock.advance({ seconds: 30 });
  expect(await measure(daftar.app)).toBe(false);
  daftar.clock.advance({ seconds: 30 });
  expect(await measure(daftar.app)).toBe(true);
  const rows = await daftar.database.sql`select distinct day, operational from status_days`;
  expect(rows).toEqual([{ day: '2026-06-15', operational: 2 }]);
  const told = await facts();
  expect(told.state).toBe('operational');
  expect(told.components.map(({ id }) => id)).toContain('payments-Card');
  expect(told.components.every(({ uptime, days }) => uptime === 1 && days.length === 90)).toBe(true);
});

test('before the first measurement, and once it has stopped, nothing is said to work: of each service and in sum', async () => {
  const { renderStatus } = await builtRenderer<DocsRenderer>('docs')();
  const pages = (told: StatusFacts) =>
    (['en', 'ar'] as const).map((locale) =>
      renderStatus({ ...told, isStale: false, locale, origin: 'https://daftar.example' }),
    );
  const states = ({ components }: StatusFacts) => [...new Set(components.map(({ state }) => state))];
  const before = await facts();
  expect([before.state, states(before)]).toEqual(['unknown', ['unknown']]);
  expect(before.components.map(({ id }) => id)).toContain('payments-Card');
  const [en, ar] = pages(before);
  expect(en).toContain('Nothing has been measured yet');
  expect(ar).toContain('لم يبدأ القياس بعد');
  for (const page of [en, ar]) expect(page).not.toMatch(/All services work|جميع الخدمات تعمل/);
  expect((await ask(admin, '/status')).body.data[0]).toMatchObject({ shown: 'unknown', since: null });

  await measure(daftar.app);
  daftar.clock.advance({ minutes: 3 });
  expect((await facts()).state).toBe('operational');
  daftar.clock.advance({ seconds: 1 });
  const stopped = await facts();
  expect([stopped.state, states(stopped)]).toEqual(['unknown', ['unknown']]);
  const [enStopped, arStopped] = pages(stopped);
  expect(enStopped).toContain('Measuring has stopped');
  expect(enStopped).toContain('Last measured');
  expect(arStopped).toContain('توقّف القياس');
  const form = { kind: 'incident', impact: 'outage', components: ['api'], ...texts };
  await tell(admin, '/incidents', form);
  const told = await facts();
  expect([told.state, stateOf(told, 'api'), stateOf(told, 'portal')]).toEqual([
    'outage',
    'outage',
    'unknown',
  ]);
  expect(sumOfStatus({ ...told, isStale: false })).toBe('statusAll.outage');
});

test('requests that fail and calls that are not answered are seen, of their component alone', async () => {
  for (let at = 0; at < 40; at += 1) count('api', at % 2 === 0);
  for (let at = 0; at < 10; at += 1) countStart(PAYMENT_METHOD.Kiosk, at >= 4);
  await writeCounts(daftar.app);
  await measure(daftar.app);
  const told = await facts();
  expect([stateOf(told, 'api'), stateOf(told, 'payments-Kiosk'), stateOf(told, 'portal')]).toEqual([
    'outage',
    'partial',
    'operational',
  ]);
  daftar.clock.advance({ minutes: 6 });
  await measure(daftar.app);
  expect(stateOf(await facts(), 'api')).toBe('operational');
});

test('what waits for too long is seen: without a worker nothing leaves', async () => {
  await daftar.database.sql`
    select graphile_worker.add_job('deliver-webhook', '{}'::json, run_at := now() - interval '20 minutes')`;
  await measure(daftar.app);
  expect(stateOf(await facts(), 'webhooks')).toBe('partial');
  await daftar.database.sql`delete from graphile_worker._private_jobs`;
});

test('minutes in which nothing of ours reached the database were an outage of everything, day by day', async () => {
  daftar.clock.set('2026-06-14T20:30:00Z');
  await measure(daftar.app);
  // Cairo's midnight is at 21:00 UTC in June.
  daftar.clock.set('2026-06-14T22:00:00Z');
  await measure(daftar.app);
  const told = await facts();
  const [before, after] = told.components[0]!.days.slice(-2);
  expect([before!.day, before!.state, before!.minutes.outage]).toEqual(['2026-06-14', 'outage', 30]);
  expect([after!.day, after!.state, after!.minutes.outage]).toEqual(['2026-06-15', 'outage', 59]);
  expect(told.state).toBe('operational');
});

test('an incident makes its components worse until it is resolved, in both languages, as page, feed and JSON', async () => {
  await measure(daftar.app);
  const form = { kind: 'incident', impact: 'partial', components: ['payments-Card'], ...texts };
  expect((await tell(admin, '/incidents', { ...form, components: [] })).body.errors).toHaveProperty(
    'components',
  );
  expect((await tell(admin, '/incidents', { ...form, impact: null })).body.errors).toHaveProperty('impact');
  const { body } = await tell(admin, '/incidents', form);
  const { id } = body.data;
  expect(await lastAudit()).toMatchObject({ action: 'incident.publish', subject: `incident:${id}` });
  expect((await ask(admin, '/status')).body.data).toContainEqual(
    expect.objectContaining({ id: 'payments-Card', measured: 'operational', shown: 'partial' }),
  );
  daftar.clock.advance({ minutes: 1 });
  await measure(daftar.app);
  const told = await facts();
  expect([told.state, stateOf(told, 'payments-Card'), stateOf(told, 'api')]).toEqual([
    'partial',
    'partial',
    'operational',
  ]);
  expect(told.components.find((each) => each.id === 'payments-Card')!.uptime).toBe(0.75);
  const [en, ar, feed, json] = [
    await page('/status?lang=en'),
    await page('/status?lang=ar'),
    await page('/status.atom?lang=en'),
    await page('/status.json?lang=ar'),
  ];
  expect(en.raw).toContain('Cards fail');
  expect(ar.raw).toContain('فشل الدفع بالبطاقات');
  for (const { raw, status } of [en, ar]) {
    expect(status).toBe(200);
    expect(raw).not.toContain('<script');
    expect(raw).not.toContain(admin.email);
    expect(raw).not.toMatch(/\{\{|>(?:status|incident)\w*\.\w/);
  }
  expect(feed.headers['content-type']).toContain('application/atom+xml');
  expect(feed.raw).toContain('We look into it');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: with one of them no program reads the feed.
  expect(feed.raw).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  expect(json.headers['access-control-allow-origin']).toBe('*');
  expect(json.body.status).toEqual({ indicator: 'partial', description: 'بعض الخدمات تعمل جزئيًا فقط' });
  expect(json.body.incidents).toMatchObject([{ id, status: 'investigating', resolved_at: null }]);

  const update = { text_en: 'Mended', text_ar: 'تم الإصلاح' };
  const wrong = await tell(admin, `/incidents/${id}/updates`, { status: 'completed', ...update });
  expect(wrong.body.errors).toHaveProperty('status');
  expect((await tell(admin, `/incidents/${id}/updates`, { status: 'resolved', ...update })).status).toBe(200);
  expect((await tell(admin, '/incidents/999999/updates', { status: 'resolved', ...update })).status).toBe(
    404,
  );
  const after = await facts();
  expect(after.state).toBe('operational');
  expect(after.incidents).toMatchObject([{ id, status: 'resolved', endedAt: expect.any(String) }]);
});

test('planned maintenance is announced, runs between its two moments by itself, and is no fault', async () => {
  await measure(daftar.app);
  const form = {
    kind: 'maintenance',
    components: ['payouts'],
    ...texts,
    starts_at: '2026-06-15T10:00:00Z',
    ends_at: '2026-06-15T11:00:00Z',
  };
  for (const wrong of [
    { ends_at: null },
    { ends_at: '2026-06-15T10:00:00Z' },
    { ends_at: '2026-06-01T00:00:00Z' },
  ])
    expect((await tell(admin, '/incidents', { ...form, ...wrong })).body.errors).toHaveProperty('ends_at');
  expect((await tell(admin, '/incidents', form)).status).toBe(200);
  const at = async (time: string) => {
    daftar.clock.set(time);
    await measure(daftar.app);
    const told = await facts();
    return [told.incidents[0]!.status, stateOf(told, 'payouts')];
  };
  expect(await at('2026-06-15T09:30:00Z')).toEqual(['scheduled', 'operational']);
  expect(await at('2026-06-15T10:30:00Z')).toEqual(['in_progress', 'maintenance']);
  expect(await at('2026-06-15T11:30:00Z')).toEqual(['completed', 'operational']);
});

test('however many reload the page, it is rendered once for what is known, in each form', async () => {
  await measure(daftar.app);
  let isAway = false;
  const known = new KnownStatus(daftar.app, () => isAway);
  const rendered: string[] = [];
  const bytes = (form: string) =>
    known.text(form, ({ isStale }) => {
      rendered.push(`${form} ${isStale}`);
      return `${form} ${isStale} ${rendered.length}`;
    });
  const text = async (form: string) => (await bytes(form))?.toString();
  // The same buffer for all, which is compressed once.
  const pages = new Set(await Promise.all(Array.from({ length: 50 }, () => bytes('page en'))));
  expect([[...pages].map(String), await text('page ar'), await text('page en')]).toEqual([
    ['page en false 1'],
    'page ar false 2',
    'page en false 1',
  ]);
  isAway = true;
  expect([await text('page en'), await text('page en')]).toEqual(['page en true 3', 'page en true 3']);
  isAway = false;
  await known.refresh();
  expect(await text('page en')).toBe('page en false 4');
  expect(rendered).toEqual(['page en false', 'page ar false', 'page en true', 'page en false']);
});

test('while the database is away the last known state is shown, and said to be that', async () => {
  await measure(daftar.app);
  let isAway = false;
  const known = new KnownStatus(daftar.app, () => isAway);
  expect((await known.now()).isStale).toBe(false);
  isAway = true;
  const { facts: last, isStale } = await known.now();
  expect([isStale, last?.state]).toEqual([true, 'operational']);

  const nowhere = connect('postgres://nobody@127.0.0.1:1/none', { connectTimeoutSeconds: 1 });
  const lost = new KnownStatus({ ...daftar.app, db: nowhere }, () => false);
  expect(await lost.now()).toEqual({ facts: null, isStale: true });
  await nowhere.end({ timeout: 0 });
});
