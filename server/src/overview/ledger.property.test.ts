/** After any payment events, every figure of the overview equals the ledger. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, type Paid, pay, refund } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from '../../tests/kit/reconciliation.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { bookCost } from '../acquirer-costs/service.ts';
import { decideChargeback, openChargeback } from '../chargebacks/decide.ts';
import { sumUpPayments } from './jobs.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-15T09:00:00Z');
  finance = await daftar.operator('finance');
  second = await daftar.operator('finance');
});
afterAll(() => daftar.close());
const { ask, tell, approveNewest } = deskOf(() => daftar);

const JUNE = { date_from: '2026-06-15', date_to: '2026-06-15' };
const history = fc.record({
  payments: fc.array(
    fc.record({
      merchant: fc.nat(1),
      account: fc.nat(1),
      method: fc.constantFrom(1, 3) as fc.Arbitrary<1 | 3>,
      pounds: fc.integer({ min: 50, max: 500 }),
      ending: fc.constantFrom('kept', 'refunded', 'refunded', 'disputed', 'lost', 'lost'),
      /** Contents of the file: the difference of its amount, in piastres, and its cost. */
      differs: fc.constantFrom(0, 0, -150, 220),
      fee: fc.constantFrom(0, 135, 480),
      /** An operator booked the cost before, with another amount. */
      booked: fc.constantFrom(0, 0, 90),
      isInFile: fc.constantFrom(true, true, false),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  monthly: fc.constantFrom(0, 2_500),
  strangers: fc.constantFrom(0, 777),
  deposit: fc.constantFrom(0, 40),
  /** The outcome of each batch. */
  batches: fc.array(fc.constantFrom('booked', 'booked', 'reversed', 'booked again', 'open'), {
    minLength: 2,
    maxLength: 2,
  }),
  writtenOff: fc.boolean(),
});

/** Sends a request that must succeed. @returns the data of the reply */
const desk = async (path: string, body?: unknown) => {
  const reply = await tell(finance, path, body);
  expect(reply.status, reply.raw).toBe(200);
  return reply.body.data;
};
const approve = async () => {
  const reply = await approveNewest(second);
  expect(reply.status, reply.raw).toBe(200);
};

/** Returns merchants' amounts in the ledger, in EGP; `only` names kinds of transfers. Above zero: a credit. */
async function ledgerOf(account: string, only: readonly string[], merchants: readonly number[]) {
  const [row] = await daftar.app.db<{ sum: number }[]>`
    select coalesce(sum(p.amount), 0)::bigint as sum
      from ledger_transfers t join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where t.mode = 'live' and p.account::text = ${account} and t.merchant_id = any (${[...merchants]}::bigint[])
       and t.kind = any (${[...only]}::text[])`;
  return row!.sum / 100;
}
const COSTS = ['acquirer_fee', 'chargeback_fee', 'acquirer_paid', 'acquirer_suspended'];

/** The figures that the ledger knows, of merchants; costs of no payment are the provider's. */
async function expectedOf(merchants: readonly number[]) {
  return {
    volume: 0 - (await ledgerOf('clearing', ['capture'], merchants)),
    fees: await ledgerOf('fees', ['capture'], merchants),
    vat: await ledgerOf('vat', ['capture'], merchants),
    refunded: await ledgerOf('clearing', ['refund', 'refund_reversed'], merchants),
    lost_amount: await ledgerOf('clearing', ['chargeback_applied'], merchants),
    costs: 0 - (await ledgerOf('acquirer_fees', COSTS, merchants)),
  };
}
type Figures = Awaited<ReturnType<typeof expectedOf>>;
const sumOf = (all: readonly { figures: Figures }[], name: keyof Figures) =>
  Math.round(all.reduce((sum, { figures }) => sum + figures[name] * 100, 0)) / 100;

test('every figure of the overview, of accounts at processors and of payments is what the ledger has, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ payments, monthly, strangers, deposit, batches, writtenOff }) => {
      // Each history is of merchants and accounts of its own.
      const owners: Actor[] = [await daftar.merchant(), await daftar.merchant()];
      const profiles = [await aProfile(daftar), await aProfile(daftar)];
      const others = await ledgerOf('acquirer_fees', COSTS, [0]);
      const made: (Paid & { owner: Actor })[] = [];
      const files: Row[][] = [[], []];
      for (const each of payments) {
        const owner = owners[each.merchant]!;
        const { accountId } = profiles[each.account]!;
        const payment = await pay(daftar, owner, { pounds: each.pounds, method: each.method });
        const ref = { merchantId: owner.merchantId, transactionId: payment.id };
        if (each.ending === 'refunded')
          expect((await refund(daftar, owner, payment.id, { amount: 20 })).status).toBe(200);
        await moveToAccount(daftar, owner, payment.id, accountId);
        if (each.ending === 'disputed' || each.ending === 'lost') {
          const opening = { amountPiastres: 3_000, reason: 'Fraud', actor: 'ops' };
          await openChargeback(daftar.app, ref, opening);
          const [row] = await daftar.app.db<{ id: number }[]>`
            select id from chargebacks where merchant_id = ${ref.merchantId} and transaction_id = ${payment.id}`;
          const chargeback = { merchantId: ref.merchantId, id: row!.id };
          if (each.ending === 'lost') await decideChargeback(daftar.app, chargeback, 'applied', 'ops');
        }
        if (each.booked > 0)
          await bookCost(daftar.app, ref, {
            kind: 'acquirer_fee',
            amountPiastres: each.booked,
            vatPiastres: null,
            reference: `C-${payment.id}`,
            actor: 'ops',
          });
        made.push({ ...payment, owner });
        if (!each.isInFile) continue;
        const rows = files[each.account]!;
        const order = payment.reference;
        rows.push({ gross: each.pounds * 100 + each.differs, fee: each.fee, order });
        if (each.ending === 'refunded') rows.push({ type: 'Refund', gross: -2_000, fee: 25, order });
        if (each.ending === 'lost') rows.push({ type: 'Chargeback', gross: -3_000, fee: 1_000, order });
      }
      if (monthly > 0) files[0]!.push({ gross: 0, fee: monthly, type: 'Monthly fee', id: 'month' });
      if (strangers > 0) files[1]!.push({ gross: strangers, id: 'stranger', type: 'Adjustment' });
      // Figures from before the files; they change without another event of the payments.
      await sumUpPayments(daftar.app);
      for (const [n, rows] of files.entries()) {
        if (rows.length === 0) continue;
        const { id } = await desk(
          `/reconciliation/profiles/${profiles[n]!.id}/import`,
          fileForm(csvOf(rows)),
        );
        const [batch] = (await ask(finance, `/reconciliation/files/${id}`)).body.data.batches;
        if (batches[n] === 'open' || batch.net === 0) continue;
        const form = {
          amount: Math.abs(batch.net) + deposit / 100,
          bank_reference: `B-${id}`,
          received_on: '2026-06-15',
        };
        await desk(`/reconciliation/batches/${batch.id}/book`, form);
        if (batches[n] === 'booked') continue;
        await sumUpPayments(daftar.app);
        await desk(`/reconciliation/batches/${batch.id}/reverse`, { reason: 'The wrong one' });
        await approve();
        if (batches[n] === 'booked again') await desk(`/reconciliation/batches/${batch.id}/book`, form);
      }
      if (writtenOff) {
        const { data } = (await ask(finance, '/reconciliation/breaks', { kind: 'under' })).body;
        const [found] = data.filter(
          ({ account }: { account: { id: number } | null }) =>
            account && profiles.some(({ accountId }) => accountId === account.id),
        );
        const asked =
          found && (await tell(finance, `/reconciliation/breaks/${found.id}/write-off`, { reason: 'x' }));
        if (asked?.status === 200) await approve();
      }
      await sumUpPayments(daftar.app);

      const of = async (query: Record<string, string>) =>
        (await ask(finance, '/overview', { ...JUNE, ...query })).body.data;
      const all: { figures: Figures }[] = [];
      for (const { merchantId } of owners) {
        const expected = await expectedOf([merchantId]);
        const { totals, methods, accounts, days } = await of({ merchant_id: String(merchantId) });
        expect(totals).toMatchObject(expected);
        for (const parts of [methods, accounts, days])
          for (const name of Object.keys(expected) as (keyof Figures)[])
            expect(sumOf(parts, name), name).toBe(expected[name]);
        const top = (await ask(finance, '/overview/merchants', JUNE)).body.data.filter(
          ({ merchant }: { merchant: { id: number } }) => merchant.id === merchantId,
        );
        expect(sumOf(top, 'costs')).toBe(expected.costs);
        all.push({ figures: expected });
      }
      let [ofPayments, thisMonth, other] = [0, 0, 0];
      for (const { id, owner } of made) {
        const { data } = (await ask(finance, `/transactions/${owner.merchantId}/${id}/acquirer-costs`)).body;
        for (const { amount } of data.costs) ofPayments += Math.round(amount * 100);
      }
      for (const { accountId } of profiles) {
        const { data } = (await ask(finance, `/processors/accounts/${accountId}`)).body;
        thisMonth += Math.round(data.costs_this_month * 100);
        const { totals, other_costs } = await of({ account_id: String(accountId) });
        other += Math.round(other_costs * 100);
        expect(data.costs_this_month).toBe(Math.round((totals.costs + other_costs) * 100) / 100);
      }
      expect(ofPayments / 100).toBe(sumOf(all, 'costs'));
      const unpaid = others - (await ledgerOf('acquirer_fees', COSTS, [0]));
      expect(other / 100).toBe(Math.round(unpaid * 100) / 100);
      expect(thisMonth / 100).toBe(Math.round((sumOf(all, 'costs') + unpaid) * 100) / 100);
      expect(await differences(daftar)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
