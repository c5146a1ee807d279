/** Decisions by operators: at most one waits, each has a reason, and none cuts the merchant off by mistake. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, pay } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { moneyCommands } from '../ops/money.ts';
import { openChargeback } from './decide.ts';
import { DecisionWaits, MerchantMayAnswer } from './errors.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
const { tell, declineNewest, lastAudit } = deskOf(() => daftar);

/** Creates a paid payment with an open dispute. @returns the dispute and its path in the console */
async function disputed() {
  const owner = await daftar.merchant();
  const payment = await pay(daftar, owner);
  const ref = { merchantId: owner.merchantId, transactionId: payment.id };
  const opening = { amountPiastres: 2_000, reason: 'Fraud', actor: 'ops' };
  const reference = await openChargeback(daftar.app, ref, opening);
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from chargebacks where merchant_id = ${owner.merchantId}`;
  return { reference, id: row!.id, path: `/chargebacks/${owner.merchantId}/${row!.id}` };
}
const decision = { answered_at: null, reason: 'The merchant proved delivery', even_though_due: true };
const WAITS =
  'A decision for the merchant waits for another operator. Withdraw that request first, or have it declined';

test('while a decision for the merchant waits, nothing else is decided and the case stays at its stage', async () => {
  const [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  const { reference, path } = await disputed();
  expect((await tell(finance, `${path}/withdraw`, decision)).status).toBe(200);
  expect((await tell(second, `${path}/withdraw`, decision)).status).toBe(409);
  for (const [call, body] of [
    ['apply', decision],
    ['move', { stage: 'arbitration' }],
  ] as const) {
    const refused = await tell(second, `${path}/${call}`, body);
    expect([refused.status, refused.body.message], call).toEqual([409, WAITS]);
  }
  for (const command of ['chargeback-apply', 'chargeback-withdraw'])
    await expect(
      moneyCommands[command]!(daftar.app, [reference, '--even-though-due', 'Seen'], 'ops:mona'),
    ).rejects.toThrow(DecisionWaits);
  expect((await declineNewest(second)).status).toBe(200);
  const decided = await tell(second, `${path}/apply`, decision);
  expect(decided.status, decided.raw).toBe(200);
  expect(await differences(daftar)).toEqual([]);
});

test.each(['apply', 'withdraw'] as const)(
  '%s needs a reason, and a confirmation while the merchant can still respond',
  async (call) => {
    const finance = await daftar.operator('finance');
    const { reference, path } = await disputed();
    const bare = await tell(finance, `${path}/${call}`, { answered_at: null, even_though_due: true });
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([422, ['reason']]);
    for (const unsure of [{}, { even_though_due: false }]) {
      const warned = await tell(finance, `${path}/${call}`, { answered_at: null, reason: 'Seen', ...unsure });
      expect([warned.status, warned.body.errors]).toEqual([
        422,
        { even_though_due: ['The merchant has not responded and still can. Confirm that you decide anyway'] },
      ]);
    }
    const command = moneyCommands[`chargeback-${call}`]!;
    expect(await command(daftar.app, [reference], 'ops:mona')).toBeNull();
    await expect(command(daftar.app, [reference, 'Seen'], 'ops:mona')).rejects.toThrow(MerchantMayAnswer);
    const done = await tell(finance, `${path}/${call}`, { ...decision, reason: 'The network told us' });
    expect(done.status, done.raw).toBe(200);
  },
);

test('once the due date has passed, a decision needs no confirmation; its reason is in the history and the audit log', async () => {
  const { id, path } = await disputed();
  daftar.clock.advance({ days: 15 });
  const finance = await daftar.operator('finance');
  const done = await tell(finance, `${path}/apply`, { answered_at: null, reason: 'No response came' });
  expect(done.status, done.raw).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'chargeback.applied',
    subject: `chargeback:${id}`,
    after: { reason: 'No response came' },
  });
  const [step] = await daftar.app.db`
    select note from chargeback_stages where chargeback_id = ${id} order by step desc limit 1`;
  expect(step).toEqual({ note: 'No response came' });
});
