/**
 * A month over HTTP: merchants are paid at the stand-ins for Mastercard Gateway and Fawry, refund and are disputed;
 * settlement files are made from the stand-ins' own records; the merchants are settled, and paid by a file that two
 * operators release. The bank's statement answers that file, and books the processors' deposits. At the end every
 * account is explained.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { externalRefOf } from '../tests/kit/checkout.ts';
import { balances, differences, receivingAccount, refund } from '../tests/kit/money.ts';
import { deskOf } from '../tests/kit/ops.ts';
import { addTestAccount, type TestAccount } from '../tests/kit/processors/account.ts';
import { type Booking, mt940Of } from '../tests/kit/reconciliation/statements.ts';
import { csvOf, fileForm, profileForm, type Row } from '../tests/kit/reconciliation.ts';
import { accountOfOurs } from '../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../tests/kit/server.ts';
import { decideByReference, openChargeback } from './chargebacks/decide.ts';
import { checkoutJobs } from './checkout/index.ts';
import { cairoDay } from './platform/time/cairo.ts';
import { fawry } from './processors/fawry/index.ts';
import { startStandIn as startFawry } from './processors/fawry/stand-in.ts';
import type { RawNotification } from './processors/gateway.ts';
import { NOTIFICATION_JOB } from './processors/inbox.ts';
import { mpgs } from './processors/mpgs/index.ts';
import { startStandIn as startMpgs } from './processors/mpgs/stand-in.ts';
import type { StandIn } from './processors/stand-in.ts';
import { reconciliationJobs } from './reconciliation/missing.ts';
import { refundJobs } from './refunds/index.ts';
import { settlementJobs } from './settlements/jobs.ts';

const CARD = 1;
const WALLET = 3;
/** The share of a payment that each processor keeps, in basis points. */
const RATES = { mpgs: 150, fawry: 120 } as const;

interface Processor {
  name: keyof typeof RATES;
  method: number;
  standIn: StandIn;
  account: TestAccount;
  profile: number;
  /** The amounts of each payment in earlier files, by our id, to find what is new. */
  told: Map<string, { received: number; refunded: number }>;
}

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owners: Actor[];
let processors: Processor[];
/** Our account that receives deposits and pays merchants, and its balance at the bank, in piastres. */
let account: number;
let atBank = 0;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-01T08:00:00Z');
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  owners = [await daftar.merchant(), await daftar.merchant()];
  await receivingAccount(daftar, owners[0]!, { iban: 'EG380019000500000000263180002' });
  await receivingAccount(daftar, owners[1]!, { bank: 'NBE', iban: 'EG800002000156789012345180002' });
  account = await accountOfOurs(daftar);
  processors = [
    await aProcessor('mpgs', CARD, await startMpgs({ clock: daftar.clock, mode: 'live' })),
    await aProcessor('fawry', WALLET, await startFawry({ clock: daftar.clock, mode: 'live' })),
  ];
});
afterAll(async () => {
  for (const { standIn } of processors ?? []) await standIn.close();
  await daftar.close();
});

const { ask, tell, approveNewest } = deskOf(() => daftar);

/** Moves the clock; operators sign in again, and merchants' tokens are renewed, as they would be over so many days. */
async function goTo(moment: string): Promise<void> {
  daftar.clock.set(moment);
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  owners = await Promise.all(
    owners.map(async (owner) => {
      const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
      return { ...owner, headers: { authorization: `Bearer ${token}` } };
    }),
  );
}

/** Creates an account at a stand-in that takes the live payments of every merchant, and a profile of its files. */
async function aProcessor(name: Processor['name'], method: number, standIn: StandIn): Promise<Processor> {
  standIn.notifications = 'kept';
  const adapter = name === 'mpgs' ? mpgs : fawry;
  const account = await addTestAccount(daftar.app, adapter, standIn.settings, { mode: 'live' });
  const added = await tell(finance, '/reconciliation/profiles', profileForm(account.id));
  expect(added.status, added.raw).toBe(200);
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from reconciliation_profiles where processor_account_id = ${account.id}`;
  return { name, method, standIn, account, profile: row!.id, told: new Map() };
}

/** Delivers a stand-in's notifications, and processes them. */
async function hear({ standIn, account }: Processor): Promise<void> {
  for (const { method, query, headers, body } of standIn.takeNotifications() as RawNotification[]) {
    const search = new URLSearchParams(query.map(([key, value]): [string, string] => [key, value]));
    const url = `${account.path}?${search}`;
    await daftar.server.inject({ method, url, headers: headers as Record<string, string>, payload: body });
  }
  const waiting = await daftar.database.sql<{ id: number }[]>`
    select id from processor_notifications where state = 'received' order by id`;
  for (const { id } of waiting) await checkoutJobs[NOTIFICATION_JOB]!(daftar.app, { id });
}

/** Pays a merchant's link at a stand-in. @returns the transaction's id */
async function payAt(at: Processor, owner: Actor, pounds: number): Promise<{ id: number }> {
  const form = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: pounds,
    due_date: new Date(daftar.clock.now().getTime() + 86_400_000).toISOString(),
    language: 2,
  };
  const path = '/merchant/payment_links/create';
  const made = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: form });
  const token = String(made.body.data.link).split('/').at(-1);
  const started = await daftar.server.inject({
    method: 'POST',
    url: `/pay/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      method: String(at.method),
      wallet_mobile: at.method === WALLET ? '01012345678' : '',
    }).toString(),
  });
  const attempt = String(started.headers.location).split('/').at(-1)!.split('?')[0]!;
  const ref = await externalRefOf(daftar.database.sql, attempt);
  await at.standIn.act(ref, 'pay');
  await hear(at);
  const [row] = await daftar.database.sql<{ id: number; status: number }[]>`
    select t.id, t.status from transactions t join payment_attempts a on a.transaction_id = t.id and a.merchant_id = t.merchant_id
     where a.external_ref = ${ref}`;
  expect(row!.status).toBe(1);
  return { id: row!.id };
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10).split('-').reverse().join('/');

/** Returns what a processor settles since its last file, from its own records, never from ours. */
function fileOf(at: Processor, more: readonly Row[] = []): Row[] {
  const date = dayOf(daftar.clock.now());
  const rows = at.standIn.books().flatMap(({ externalRef, receivedPiastres, refundedPiastres }): Row[] => {
    const before = at.told.get(externalRef) ?? { received: 0, refunded: 0 };
    at.told.set(externalRef, { received: receivedPiastres, refunded: refundedPiastres });
    const received = receivedPiastres - before.received;
    const refunded = refundedPiastres - before.refunded;
    const fee = Math.round((received * RATES[at.name]) / 10_000);
    return [
      ...(received > 0 ? [{ type: 'Sale', order: externalRef, gross: received, fee, date }] : []),
      ...(refunded > 0 ? [{ type: 'Refund', order: externalRef, gross: -refunded, date }] : []),
    ];
  });
  return [...rows, ...more];
}

/** Imports a processor's file. @returns the expected deposit, as the bank will show it */
async function importFile(at: Processor, rows: readonly Row[]): Promise<Booking> {
  const batch = `${at.name.toUpperCase()}-${cairoDay(daftar.clock.now())}`;
  const path = `/reconciliation/profiles/${at.profile}/import`;
  const file = fileForm(csvOf(rows.map((row) => ({ ...row, batch }))));
  const imported = await tell(finance, path, file);
  expect(imported.status, imported.raw).toBe(200);
  expect(imported.body.data).toMatchObject({ lines: rows.length, matched: rows.length, breaks: [] });
  return {
    piastres: imported.body.data.sums.reduce(
      (sum: number, { net }: { net: number }) => sum + Math.round(net * 100),
      0,
    ),
    reference: `IN-${at.name}`,
    text: `SETTLEMENT ${batch}`,
  };
}

/** Makes a file of the merchants' transfers, released by two operators. @returns the resulting debits at the bank */
async function sendAll(): Promise<{ path: string; debits: Booking[] }> {
  const form = { bank_account_id: account, execution_day: cairoDay(daftar.clock.now()) };
  const made = await tell(finance, '/bank-transfers', form);
  expect(made.status, made.raw).toBe(200);
  const path = `/bank-transfers/${made.body.data.id}`;
  expect((await tell(finance, `${path}/release`, { reason: 'The run of the day' })).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(200);
  const rows: { end_to_end_id: string; amount: number }[] = (await ask(finance, `${path}/transfers`)).body
    .data;
  const debits = rows.map(
    ({ end_to_end_id: id, amount }): Booking => ({
      piastres: -Math.round(amount * 100),
      reference: `B-${id}`,
      text: `TRANSFER ${id}`,
    }),
  );
  return { path, debits };
}

/**
 * Imports the bank's statement of the day: it answers the file of transfers, and its lines match the processors'
 * batches, which are booked from it.
 */
async function bankSays(bookings: readonly Booking[], transfers: string, paid: number): Promise<void> {
  const day = cairoDay(daftar.clock.now());
  const text = mt940Of(atBank, bookings, { day });
  atBank = bookings.reduce((sum, { piastres }) => sum + piastres, atBank);
  const answer = new FormData();
  answer.append('apply', 'true');
  answer.append('file', new Blob([text]), `${day}.sta`);
  const answered = await tell(finance, '/bank-transfers/answers', answer);
  expect(answered.body.data, answered.raw).toMatchObject({ paid, rejected: 0, problems: 0 });
  expect((await ask(finance, transfers)).body.data).toMatchObject({ state: 'answered', open: 0 });
  const path = `/bank-statements/accounts/${account}/import`;
  const imported = await tell(finance, path, fileForm(text, {}, `${day}.sta`));
  expect(imported.body.data, imported.raw).toMatchObject({
    closing: atBank / 100,
    lines: bookings.length,
    matched: bookings.length,
    open: 0,
  });
  const lines = (await ask(finance, `/bank-statements/${imported.body.data.id}/lines`)).body.data as {
    links: { kind: string; id: number }[];
  }[];
  const batches = new Set(
    lines.flatMap(({ links }) => links.flatMap(({ kind, id }) => (kind === 'batch' ? [id] : []))),
  );
  for (const id of batches) {
    const booked = await tell(finance, `/bank-batches/${id}/book`);
    expect(booked.status, booked.raw).toBe(200);
  }
}

/** Sums up a kind of account over all merchants and the provider, in piastres. */
async function held(kind: string): Promise<number> {
  const [row] = await daftar.database.sql<[{ sum: number }]>`
    select coalesce(sum(balance), 0)::bigint as sum from ledger_accounts where mode = 'live' and kind::text = ${kind}`;
  return row.sum;
}

test('of payments at two processors ends with every account explained by its own papers', async () => {
  const [card, wallet] = processors as [Processor, Processor];
  const paid: { id: number; place: number; at: Processor }[] = [];
  // Four weeks: payments on Monday and Wednesday, the processors' files and the merchants' settlement on Thursday.
  for (const week of [0, 1, 2, 3]) {
    for (const day of [1, 3]) {
      const date = String(1 + 7 * week + (day - 1)).padStart(2, '0');
      await goTo(`2026-06-${date}T09:00:00Z`);
      for (const [place, owner] of owners.entries())
        for (const at of [card, wallet]) {
          const payment = await payAt(at, owner, 100 + 10 * week + 20 * place + day);
          paid.push({ id: payment.id, place, at });
        }
    }
    const disputes: Row[] = [];
    const monday = paid.at(-8)!;
    if (week === 1) {
      // A part of Monday's card payment, and all of a wallet's, is refunded.
      for (const { id, place, at, amount } of [
        { ...monday, amount: 30 },
        { ...paid.at(-7)!, amount: 20 },
      ]) {
        expect((await refund(daftar, owners[place]!, id, { amount })).status).toBeLessThan(300);
        daftar.clock.advance({ minutes: 6 });
        await refundJobs['follow-up-refunds']!(daftar.app, {});
        await hear(at);
      }
    }
    if (week === 2) {
      // A card payment of the first week is disputed and lost: the acquirer deducts it from this week's money.
      const { id, place } = paid[0]!;
      const reference = await openChargeback(
        daftar.app,
        { merchantId: owners[place]!.merchantId, transactionId: id },
        { caseId: 'CASE-1', reason: 'Not received', amountPiastres: 5_000, actor: 'ops:test' },
      );
      await decideByReference(daftar.app, reference, 'applied', 'ops:test');
      disputes.push({
        type: 'Chargeback',
        id: 'CASE-1',
        gross: -5_000,
        date: dayOf(daftar.clock.now()),
      });
    }
    const thursday = String(4 + 7 * week).padStart(2, '0');
    await goTo(`2026-06-${thursday}T12:00:00Z`);
    const deposits = [
      await importFile(card, fileOf(card, disputes)),
      await importFile(wallet, fileOf(wallet)),
    ];
    // Payments captured until Wednesday are due.
    await settlementJobs['settle-due']!(daftar.app, {});
    const { path, debits } = await sendAll();
    await bankSays([...deposits, ...debits], path, debits.length);
    expect(await differences(daftar)).toEqual([]);
  }

  await goTo('2026-07-05T09:00:00Z');
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  await settlementJobs['settle-due']!(daftar.app, {});
  expect((await ask(finance, '/bank-transfers/to-transfer')).body.data).toMatchObject({
    count: 0,
    stopped: 0,
  });

  // Nothing is open: no processor owes anything, and nothing waits for an explanation.
  const open = await daftar.database.sql`
    select processor_account_id, sum(balance) from clearing_balances where mode = 'live' group by 1 having sum(balance) <> 0`;
  expect([...open]).toEqual([]);
  expect((await ask(finance, '/reconciliation/breaks', { is_closed: 'no' })).body.data).toEqual([]);
  expect([await held('clearing'), await held('suspense'), await held('write_offs')]).toEqual([0, 0, 0]);
  // The closing balance of the bank's statement equals `bank` in the books, to the piastre.
  expect(-(await held('bank'))).toBe(atBank);
  // It equals the provider's fees and tax, less the processors' costs, plus the merchants' balances.
  const merchants = (await held('pending')) + (await held('available')) + (await held('payout'));
  expect(atBank).toBe((await held('fees')) + (await held('vat')) + (await held('acquirer_fees')) + merchants);
  for (const owner of owners) {
    const { pending = 0, available = 0, chargeback = 0 } = await balances(daftar, owner);
    expect([pending, available, chargeback]).toEqual([0, 0, 0]);
    // The bank's answer has marked each of their settlements as paid.
    const { body } = await daftar.call({ path: '/merchant/settlements', mode: 'live', as: owner });
    expect(body.data.length).toBeGreaterThanOrEqual(4);
    for (const each of body.data)
      expect(each).toMatchObject({
        paid_at: expect.any(String),
        bank_reference: expect.stringMatching(/^B-TRF-/),
      });
  }
  expect(await differences(daftar)).toEqual([]);

  // June is signed for both processors: nothing is open, and the settled amount equals the amount that the bank
  // received.
  const received: { id: number; count: number; amount: number }[] = [];
  for (const { account: at, profile } of processors) {
    const form = { account_id: at.id, day: '2026-06-30' };
    const made = await tell(finance, '/reconciliation/cut-offs', form);
    expect(made.status, made.raw).toBe(200);
    const path = `/reconciliation/cut-offs/${made.body.data.id}`;
    const { figures } = (await ask(finance, path)).body.data;
    expect(figures).toMatchObject({
      lines: { unexplained: { count: 0 } },
      batches: { paid: { count: 4, amount: figures.batches.received }, open: { count: 0 } },
      clearing: { closing: 0, items: { count: 0, amount: 0 }, difference: 0 },
      breaks: { count: 0 },
    });
    expect(figures.lines.found).toEqual(figures.lines.ours);
    received.push({ id: at.id, count: 4, amount: figures.batches.received });
    expect((await tell(finance, `${path}/sign`, { reason: 'The month is over' })).status).toBe(200);
    const approved = await approveNewest(second);
    expect(approved.status, approved.raw).toBe(200);

    // Changes of the signed period are refused.
    const [batch] = await daftar.app.db<{ id: number }[]>`
      select b.id from reconciliation_batches b join reconciliation_files f on f.id = b.file_id
       where f.processor_account_id = ${at.id} order by b.id limit 1`;
    const reversal = { reason: 'Booked by mistake' };
    expect((await tell(finance, `/reconciliation/batches/${batch!.id}/reverse`, reversal)).status).toBe(200);
    const refused = await approveNewest(second);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('two people have signed'),
    ]);
    expect(
      (
        await tell(
          second,
          `/approvals/${(await ask(second, '/approvals', { state: 'waiting' })).body.data[0].id}/decline`,
          reversal,
        )
      ).status,
    ).toBe(200);
    // A cost of June that arrives now belongs to July, and an operator has to look at it.
    const late = csvOf([
      { type: 'Monthly fee', id: `june-${at.id}`, gross: 0, fee: 500, date: '15/06/2026' },
    ]);
    expect((await tell(finance, `/reconciliation/profiles/${profile}/import`, fileForm(late))).status).toBe(
      200,
    );
    const { body } = await ask(finance, '/reconciliation/breaks', {
      kind: 'late',
      account_id: String(at.id),
    });
    expect(body.data).toMatchObject([{ amount: -5, reference: `june-${at.id}` }]);
    expect((await ask(finance, path)).body.data).toMatchObject({ state: 'signed', figures });
  }

  // The bank account is signed as well, until the last day of its statements: each line is matched with a batch or a
  // transfer.
  const lastDay = '2026-06-25';
  const ofBank = async (day: string) => {
    const made = await tell(finance, '/reconciliation/cut-offs', { bank_account_id: account, day });
    expect(made.status, made.raw).toBe(200);
    return (await ask(finance, `/reconciliation/cut-offs/${made.body.data.id}`)).body.data;
  };
  // Days without a statement cannot be explained.
  expect(await ofBank('2026-06-30')).toMatchObject({ is_explained: false });
  const bank = await ofBank(lastDay);
  const [said] = await daftar.app.db<[{ count: number; transfers: number; piastres: number }]>`
    select count(*)::int as count, (count(*) filter (where amount_piastres < 0))::int as transfers,
           sum(amount_piastres)::bigint as piastres from bank_lines`;
  expect(bank).toMatchObject({
    is_explained: true,
    bank_figures: {
      balance: { opening: 0, closing: atBank / 100, difference: 0, covered_until: lastDay },
      lines: {
        all: { count: said.count, amount: said.piastres / 100 },
        batches: { count: said.count - said.transfers },
        transfers: { count: said.transfers },
        closed: { count: 0 },
        open: { count: 0 },
        unexplained: { count: 0 },
      },
      accounts: received,
      not_booked: { count: 0 },
    },
  });
  expect((await tell(finance, `/reconciliation/cut-offs/${bank.id}/sign`, { reason: 'June' })).status).toBe(
    200,
  );
  expect((await approveNewest(second)).status).toBe(200);
  expect(await differences(daftar)).toEqual([]);
});
