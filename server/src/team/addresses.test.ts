import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, withPassword } from '../profile/testing.ts';
import { pay, settleAll } from '../testing/money.ts';
import { type Actor, startTestServer, type TestServer } from '../testing/server.ts';
import { moveSilentAddresses } from './addresses.ts';

/** Another sign-in address for a colleague. */
let daftar: TestServer;
let owner: Actor;
let colleague: Actor;
let wanted: string;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  owner = await daftar.merchant();
  colleague = await daftar.colleague(owner, ['transaction-refund', 'payout-request-transactions']);
  await withPassword(daftar, owner);
  await withPassword(daftar, colleague);
  wanted = `moved${colleague.userId}@example.com`;
});
afterAll(() => daftar.close());

const person = () => `/merchant/business-account/merchants/${colleague.userId}`;
const read = async () => (await daftar.call({ path: person(), mode: 'live', as: owner })).body.data;
async function ask(as: Actor = owner, proof: object = { current_password: PASSWORD }) {
  const { first_name, last_name, mobile_number: mobile, role_id } = await read();
  const body = { first_name, last_name, mobile, role_id, email: wanted, ...proof };
  return daftar.call({ method: 'PUT', path: person(), mode: 'live', as, body });
}
async function linkTo(address: string): Promise<string> {
  const headers = { accept: 'application/json' };
  const { body } = await daftar.call({ path: '/dev/outbox', query: { to: address }, headers });
  const links = body.flatMap((mail: { links: string[] }) => mail.links) as string[];
  return links
    .find((link) => link.includes('/confirm-address/'))!
    .split('/')
    .at(-1)!;
}
const answer = async (address: string, agrees = true) => {
  const body = { token: await linkTo(address), agrees };
  return daftar.call({ method: 'POST', path: '/api/merchant/confirm-address', body });
};
const signIn = (email: string) =>
  daftar.call({ method: 'POST', path: '/api/merchant/login', body: { email, password: PASSWORD } });
const isIn = async () =>
  (await daftar.call({ path: '/api/merchant/authenticated-merchant', as: colleague })).status;

describe('another address for a colleague', () => {
  test('needs the password of whoever asks, and changes nothing before both addresses agree', async () => {
    const without = await ask(owner, {});
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['current_password']]);
    const asked = await ask();
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('both addresses')]);
    expect(await read()).toMatchObject({ email: colleague.email, new_email: wanted });
    expect((await answer(wanted)).body.data.state).toBe('waits');
    expect(await read()).toMatchObject({ email: colleague.email });
    expect((await signIn(wanted)).status).toBe(400);
    expect((await signIn(colleague.email)).status).toBe(200);
    expect((await answer(colleague.email)).body.data.state).toBe('done');
    expect(await read()).toMatchObject({ email: wanted, new_email: null });
    expect((await signIn(colleague.email)).status).toBe(400);
    expect((await signIn(wanted)).status).toBe(200);
  });

  test('ends their sessions with the change', async () => {
    await ask();
    await answer(wanted);
    expect(await isIn()).toBe(200);
    await answer(colleague.email);
    expect(await isIn()).toBe(401);
  });

  test('is stopped by the address that there was, and no link works twice', async () => {
    await ask();
    const late = await linkTo(wanted);
    expect((await answer(colleague.email, false)).body.data.state).toBe('refused');
    const body = { token: late, agrees: true };
    const path = '/api/merchant/confirm-address';
    expect((await daftar.call({ method: 'POST', path, body })).status).toBe(400);
    expect(await read()).toMatchObject({ email: colleague.email, new_email: null });
  });

  test('of whom an owner asked comes after three days of silence, and of nobody else ever', async () => {
    await ask();
    await answer(wanted);
    await moveSilentAddresses(daftar.app);
    expect((await read()).email).toBe(colleague.email);
    daftar.clock.advance({ hours: 72 });
    await moveSilentAddresses(daftar.app);
    const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
    owner.headers = { authorization: `Bearer ${token}` };
    expect((await read()).email).toBe(wanted);

    const manager = await daftar.colleague(owner, [
      'users-manage',
      'edit-user',
      'transaction-refund',
      'payout-request-transactions',
    ]);
    await withPassword(daftar, manager);
    const before = wanted;
    wanted = `again${colleague.userId}@example.com`;
    expect((await ask(manager)).status).toBe(200);
    await answer(wanted);
    daftar.clock.advance({ hours: 73 });
    await moveSilentAddresses(daftar.app);
    owner.headers = { authorization: `Bearer ${await daftar.auth.tokens.sign(owner, daftar.clock.now())}` };
    expect((await read()).email).toBe(before);
  });

  test('does not make them a second person for whoever asked', async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    const post = (path: string, as: Actor, body: object = {}) =>
      daftar.call({ method: 'POST', path: `/merchant/${path}`, mode: 'live', as, body });
    expect((await post('approvals/settings', owner, { enabled: true, refund_above: 0 })).status).toBe(200);
    await ask();
    await answer(wanted);
    await answer(colleague.email);
    const asked = await post('payment_links/payout', owner, { amount: 10 });
    const puppet = await daftar.elsewhere(colleague);
    const refused = await post(`approvals/${asked.body.data.approval_id}/approve`, puppet);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('two people')]);
  });

  test('whom every owner hears of', async () => {
    await ask();
    const headers = { accept: 'application/json' };
    const { body } = await daftar.call({ path: '/dev/outbox', query: { to: owner.email }, headers });
    expect(body[0].subject).toContain(`sign-in address of Omar Said to ${wanted}`);
  });
});
