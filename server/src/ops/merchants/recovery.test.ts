import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMembership } from '../../../tests/kit/people.ts';
import { turnOnTwoStep } from '../../../tests/kit/profile.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { readOutbox } from '../../messages/outbox.ts';
import { leave } from '../../people/writes.ts';
import { transaction } from '../../platform/db/transaction.ts';

let daftar: TestServer;
let admin: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  admin = await daftar.operator('admin');
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const REASON = 'Came to the office with an ID card';
const lift = (what: 'two-step' | 'addresses', as: OperatorActor = admin, reason = REASON) =>
  daftar.call({
    method: 'POST',
    path: `/api/ops/merchants/${owner.merchantId}/lift-${what}`,
    as,
    body: { reason },
  });
const details = async () =>
  (await daftar.call({ path: `/api/ops/merchants/${owner.merchantId}`, as: admin })).body.data;
const me = () => daftar.call({ path: '/merchant/authenticated-merchant', mode: 'live', as: owner });
const mails = async () =>
  (await readOutbox(daftar.app, { merchantId: owner.merchantId }))
    .filter(({ channel }) => channel === 'email')
    .reverse()
    .map(({ to, text }) => ({ to, text }));
const lastAudit = async () => {
  const [row] = await daftar.database.sql`
    select actor, action, subject, after from audit_log
     where merchant_id = ${owner.merchantId} order by id desc limit 1`;
  return row;
};

test('an owner who lost authenticator and recovery codes signs in by password alone again, and is signed out everywhere', async () => {
  await turnOnTwoStep(daftar, owner);
  expect((await details()).owner.two_step_since).not.toBeNull();
  const before = (await mails()).length;
  expect((await lift('two-step', admin, ' ')).status).toBe(422);
  const answer = await lift('two-step');
  expect(answer.status, answer.raw).toBe(200);
  expect((await details()).owner.two_step_since).toBeNull();
  expect((await me()).status).toBe(401);
  const told = (await mails()).slice(before);
  expect(told).toEqual([{ to: owner.email, text: expect.stringContaining('turned two-step sign-in off') }]);
  expect(await lastAudit()).toEqual({
    actor: admin.email,
    action: 'merchant.two-step-lifted',
    subject: `user:${owner.userId}`,
    after: { reason: REASON },
  });
  const [left] = await daftar.database.sql`
    select (select count(*)::int from authenticators where merchant_id = ${owner.merchantId}) as secrets,
           (select count(*)::int from recovery_codes where merchant_id = ${owner.merchantId}) as codes`;
  expect(left).toEqual({ secrets: 0, codes: 0 });
  expect((await lift('two-step')).status).toBe(400);
});

test('only an owner who is in the business is helped, not one who has left or whom it has merely invited', async () => {
  const { sql } = daftar.database;
  const stranger = await daftar.merchant();
  await turnOnTwoStep(daftar, stranger);
  const ownerOf = (userId: number) => sql`
    update users set role_id = (select id from roles where merchant_id = ${owner.merchantId} and is_first)
     where merchant_id = ${owner.merchantId} and id = ${userId}`;
  const invited = await addMembership(daftar.app, stranger, owner.merchantId);
  await sql`update users set joined_at = null where id = ${invited}`;
  const second = await daftar.colleague(owner, []);
  await ownerOf(invited);
  await ownerOf(second.userId);
  await transaction(daftar.app.db, (tx) => leave(tx, owner, daftar.clock.now()));
  expect((await details()).owner.email).toBe(second.email);
  expect((await lift('two-step')).status).toBe(400);
  await transaction(daftar.app.db, (tx) => leave(tx, second, daftar.clock.now()));
  expect((await lift('two-step')).status).toBe(400);
  const [kept] = await sql`select two_step_at from people where email = ${stranger.email}`;
  expect(kept!.two_step_at).not.toBeNull();
});

test('a merchant locked out by its own address list gets in from everywhere at the next call; keys stay restricted', async () => {
  const { sql } = daftar.database;
  await sql`
    update merchants set allowed_ips = '{192.0.2.1}', portal_restricted = true where id = ${owner.merchantId}`;
  daftar.auth.principals.evict({ merchantId: owner.merchantId });
  expect((await me()).status).toBe(403);
  expect((await details()).is_portal_restricted).toBe(true);
  expect((await lift('addresses')).status).toBe(200);
  expect((await me()).status).toBe(200);
  const [row] = await sql`
    select allowed_ips as ips, portal_restricted as portal from merchants where id = ${owner.merchantId}`;
  expect(row).toEqual({ ips: ['192.0.2.1'], portal: false });
  expect(await mails()).toEqual([
    { to: owner.email, text: expect.stringContaining('from any address again') },
  ]);
  expect(await lastAudit()).toMatchObject({ actor: admin.email, action: 'merchant.addresses-lifted' });
  expect((await lift('addresses')).status).toBe(400);
});

test('recovery is for administrators only', async () => {
  for (const role of ['reviewer', 'finance'] as const) {
    const operator = await daftar.operator(role);
    expect((await lift('two-step', operator)).status).toBe(403);
    expect((await lift('addresses', operator)).status).toBe(403);
  }
});
