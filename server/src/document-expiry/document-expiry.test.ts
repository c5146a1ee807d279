/** Expiring documents: reminders, the hold after the grace period, and how it is lifted. */
import type { ExpiringDocument } from '@daftar/contract/ops-documents';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { remindOfDocuments } from './service.ts';

let daftar: TestServer;
let reviewer: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-15T09:00:00Z');
  reviewer = await daftar.operator('reviewer');
});
afterAll(() => daftar.close());
beforeEach(async () => {
  await daftar.database.sql`delete from document_expiries`;
  owner = await daftar.merchant();
});

const { ask, tell, lastAudit } = deskOf(() => daftar);
const path = () => `/merchants/${owner.merchantId}/documents`;
const save = (expires_on: unknown, kind: unknown = 'tax_card') =>
  tell(reviewer, path(), { kind, ...(expires_on ? { expires_on } : {}), reason: 'Seen' }, 'PUT');
const runOn = (day: string) =>
  remindOfDocuments({ ...daftar.app, clock: { now: () => new Date(`${day}T08:00:00Z`) } });
const subjects = async () =>
  (await readOutbox(daftar.app, { to: owner.email })).map(({ subject }) => subject).toReversed();
const held = async () => {
  const [row] = await daftar.database.sql<{ reason: string | null }[]>`
    select settlement_hold_reason as reason from merchants where id = ${owner.merchantId}`;
  return row!.reason;
};

test('owners are told 30, 7 and 1 days before and once it is over; then settlements are held; each once', async () => {
  expect((await save('2026-07-31')).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'merchant.document-expiry',
    after: { kind: 'tax_card', expiresOn: '2026-07-31', reason: 'Seen' },
  });
  const told: number[] = [];
  for (const day of [
    '2026-06-30',
    '2026-07-01',
    '2026-07-02',
    '2026-07-23',
    '2026-07-24',
    '2026-07-29',
    '2026-07-30',
    '2026-07-31',
    '2026-08-01',
    '2026-08-13',
    '2026-08-14',
  ]) {
    await Promise.all([runOn(day), runOn(day)]);
    told.push((await subjects()).length);
    expect(await held()).toBeNull();
  }
  expect(told).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
  await Promise.all([runOn('2026-08-15'), runOn('2026-08-15')]);
  await runOn('2026-08-20');
  expect(await subjects()).toEqual([
    ...Array.from(
      { length: 3 },
      () => 'Your tax card is valid until 31 July 2026. Send us the new one by a support ticket in time',
    ),
    'Your tax card expired on 31 July 2026. Send us the new one by a support ticket, or your settlements will be put on hold',
    'Your settlements are on hold, because your tax card expired on 31 July 2026. Send us the new one by a support ticket',
  ]);
  expect(await held()).toContain('The tax card expired on 31 July 2026');
  expect(await held()).toContain('٣١ يوليو ٢٠٢٦');
  expect((await ask(reviewer, '/documents')).body.data).toMatchObject([
    { merchant: { id: owner.merchantId }, kind: 'tax_card', expires_on: '2026-07-31', state: 'held' },
  ]);
});

test('the day of the new document lifts the hold, one that is over as well does not, nor does it lift an operator’s', async () => {
  await save('2026-05-01');
  await runOn('2026-06-15');
  expect(await held()).not.toBeNull();
  await save('2026-06-01');
  expect(await held()).not.toBeNull();
  await save('2027-05-01');
  expect(await held()).toBeNull();
  expect((await subjects()).at(-1)).toBe('We have your new tax card. Your settlements continue');

  await save('2026-05-01', 'id_card');
  await runOn('2026-06-15');
  await daftar.database.sql`
    update merchants set settlement_hold_reason = 'Under investigation' where id = ${owner.merchantId}`;
  await save('2027-05-01', 'id_card');
  expect(await held()).toBe('Under investigation');
  expect((await ask(reviewer, path())).body.data).toEqual([
    { kind: 'id_card', expires_on: '2027-05-01', state: 'valid' },
    { kind: 'commercial_register', expires_on: null, state: null },
    { kind: 'tax_card', expires_on: '2027-05-01', state: 'valid' },
  ]);
});

test('taking the day away lifts no hold: that is for two operators', async () => {
  await save('2026-05-01');
  await runOn('2026-06-15');
  const reason = await held();
  expect(reason).not.toBeNull();
  expect((await save(undefined)).status).toBe(200);
  expect(await held()).toBe(reason);
  expect(await lastAudit()).not.toHaveProperty('after.holdLifted');
});

test('merchants that are not live are not told, and a document can lose its day', async () => {
  await daftar.database.sql`update merchants set status = 4 where id = ${owner.merchantId}`;
  await save('2026-05-01');
  await runOn('2026-06-15');
  expect([await subjects(), await held()]).toEqual([[], null]);
  await save(undefined);
  expect((await ask(reviewer, '/documents')).body.data).toEqual([]);
});

test('what makes no sense is refused by name', async () => {
  const kinds: unknown[] = ['passport', '', null, '\u0000'];
  for (const kind of kinds) expect((await save('2027-01-01', kind as ExpiringDocument)).status).toBe(422);
  for (const day of ['2027-02-30', '31/01/2027', '\ud800', '9'.repeat(500), 5])
    expect([day, (await save(day)).status]).toEqual([day, 422]);
});
