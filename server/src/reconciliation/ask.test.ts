/**
 * A payment that its processor lists as paid and that failed here: the processor is asked, and its answer is booked.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { externalRefOf } from '../../tests/kit/checkout.ts';
import { differences, rowOf } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { addTestAccount, type TestAccount } from '../../tests/kit/processors/account.ts';
import { csvOf, fileForm, profileForm } from '../../tests/kit/reconciliation.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { NOTIFICATION_JOB } from '../processors/inbox.ts';
import { paymob } from '../processors/paymob/index.ts';
import { startStandIn } from '../processors/paymob/stand-in.ts';
import type { StandIn } from '../processors/stand-in.ts';

let daftar: TestServer;
let owner: Actor;
let finance: OperatorActor;
let standIn: StandIn;
let account: TestAccount;
beforeAll(async () => {
  daftar = await startTestServer();
  finance = await daftar.operator('finance');
});
beforeEach(async () => {
  owner = await daftar.merchant();
  standIn = await startStandIn({ clock: daftar.clock });
  standIn.notifications = 'kept';
  account = await addTestAccount(daftar.app, paymob, standIn.settings, {
    mode: 'live',
    merchantId: owner.merchantId,
  });
});
afterEach(async () => {
  expect(await differences(daftar)).toEqual([]);
  await standIn.close();
});
afterAll(() => daftar.close());

const { ask, tell, lastAudit } = deskOf(() => daftar);

/** A payment of 100 EGP that the payer's bank declined. @returns it, with our id of it at the stand-in */
async function declined() {
  const form = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: 100,
    due_date: new Date(daftar.clock.now().getTime() + 86_400_000).toISOString(),
    language: 2,
  };
  const path = '/merchant/payment_links/create';
  const made = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: form });
  const started = await daftar.server.inject({
    method: 'POST',
    url: `/pay/${String(made.body.data.link).split('/').at(-1)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'method=1',
  });
  const token = String(started.headers.location).split('/').at(-1)!.split('?')[0]!;
  const ref = await externalRefOf(daftar.database.sql, token);
  await standIn.act(ref, 'decline');
  for (const { method, query, headers, body } of standIn.takeNotifications())
    await daftar.server.inject({
      method,
      url: `${account.path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`,
      headers: headers as Record<string, string>,
      payload: body,
    });
  const waiting = await daftar.database.sql<{ id: number }[]>`
    select id from processor_notifications where state = 'received' order by id`;
  for (const { id } of waiting) await checkoutJobs[NOTIFICATION_JOB]!(daftar.app, { id });
  const [row] = await daftar.database.sql<{ id: number; reference: string; status: number }[]>`
    select t.id, t.reference, t.status from transactions t
      join payment_attempts a on a.transaction_id = t.id and a.merchant_id = t.merchant_id
     where a.external_ref = ${ref}`;
  expect(row!.status).not.toBe(1);
  return { ...row!, ref };
}

/** Imports a file that lists a payment as paid. @returns the path of its break */
async function listed(reference: string): Promise<string> {
  const path = '/reconciliation/profiles';
  const added = await tell(finance, path, profileForm(account.id));
  expect(added.status, added.raw).toBe(200);
  const [profile] = await daftar.app.db<{ id: number }[]>`
    select id from reconciliation_profiles where processor_account_id = ${account.id}`;
  const file = fileForm(csvOf([{ gross: 10_000, order: reference }]));
  expect((await tell(finance, `${path}/${profile!.id}/import`, file)).status).toBe(200);
  const { body } = await ask(finance, '/reconciliation/breaks', { account_id: String(account.id) });
  expect(body.data).toMatchObject([{ kind: 'status', reference }]);
  return `/reconciliation/breaks/${body.data[0].id}`;
}
const breakAt = async (path: string) => (await ask(finance, path)).body.data;

test('paid: the payment is booked once, its line is matched, and the break ends', async () => {
  const payment = await declined();
  await standIn.act(payment.ref, 'pay');
  const path = await listed(payment.reference);
  expect(await breakAt(path)).toMatchObject({ can_ask: true });
  const said = await tell(finance, `${path}/ask`);
  expect([said.status, said.body]).toMatchObject([
    200,
    {
      data: { said: 'paid', is_closed: true },
      message: 'The processor says that it was paid. It is booked, and the break is closed',
    },
  ]);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1 });
  expect(await breakAt(path)).toMatchObject({
    can_ask: false,
    ended_as: 'matched',
    closed_by: finance.email,
    line: { match: { rule: 'manual', transaction_id: payment.id } },
  });
  const again = await tell(finance, `${path}/ask`);
  expect([again.status, again.body.message]).toEqual([409, 'Somebody else has closed this break already']);
});

test('not paid: nothing is booked, and the break stays open and says so', async () => {
  const payment = await declined();
  const path = await listed(payment.reference);
  const said = await tell(finance, `${path}/ask`);
  expect(said.body).toMatchObject({ data: { said: 'denied', is_closed: false } });
  expect(said.body.message).toMatch(
    /^The processor says that this payment brought no money \(failed: .+The break stays open$/,
  );
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: payment.status });
  expect(await breakAt(path)).toMatchObject({ state: 'open', can_ask: true });
  expect(await lastAudit()).toMatchObject({
    actor: finance.email,
    action: 'reconciliation-break.ask',
    after: { reference: payment.reference, said: 'denied' },
  });
});

test.each(['error-before', 'malformed'] as const)(
  'no answer (%s) changes nothing and says so',
  async (fault) => {
    const payment = await declined();
    await standIn.act(payment.ref, 'pay');
    const path = await listed(payment.reference);
    standIn.fail('ask', fault);
    const said = await tell(finance, `${path}/ask`);
    expect(said.body).toMatchObject({
      data: { said: 'unanswered', is_closed: false },
      message:
        'The processor did not answer, which says nothing about the money. Nothing has changed; ask again later',
    });
    expect(await rowOf(daftar, payment.id)).toMatchObject({ status: payment.status });
    expect((await tell(finance, `${path}/ask`)).body.data).toEqual({ said: 'paid', is_closed: true });
  },
);

test('a break of another kind, and an operator who only looks, cannot ask', async () => {
  const payment = await declined();
  const path = await listed(payment.reference);
  const viewer = await daftar.operator('viewer');
  expect((await tell(viewer, `${path}/ask`)).status).toBe(403);
  await daftar.app.db`
    update reconciliation_breaks set kind = 'theirs_only' where id = ${Number(path.split('/').at(-1))}`;
  const refused = await tell(finance, `${path}/ask`);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'This break is not about a payment that the processor lists as paid and that did not succeed here',
  ]);
});
