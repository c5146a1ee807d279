import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pdf, picture } from '../../tests/kit/files.ts';
import {
  balances,
  DISPUTED_CARD,
  differences,
  pay,
  refund,
  rowOf,
  settleAll,
} from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { moneyCommands } from '../ops/money.ts';
import { readAnswer } from './answer.ts';
import { openByReference } from './decide.ts';
import { CaseIdNeeded, ChargebackNotFound, ExceedsDisputable, NotDisputable } from './errors.ts';
import { chargebackJobs } from './index.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
});

const get = (path: string, query: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/${path}`, mode: 'live', as: owner, query });
const answer = (id: number, text: unknown) =>
  daftar.call({
    method: 'POST',
    path: `/merchant/chargebacks/${id}/answer`,
    mode: 'live',
    as: owner,
    body: { answer: text },
  });
const ops = (command: string, ...words: string[]) => moneyCommands[command]!(daftar.app, words, 'ops:test');
const rows = async (query: Record<string, string> = {}) => (await get('chargebacks', query)).body.data;
const opened = async (reference: string, ...words: string[]) =>
  String(await ops('chargeback-open', reference, ...words)).split(':')[0]!;

describe('a chargeback', () => {
  test('announced by the test card is opened by the job, once, and holds the money', async () => {
    const { id, reference } = await pay(daftar, owner, { card: DISPUTED_CARD });
    const open = () => chargebackJobs['open-announced-disputes']!(daftar.app, {});
    await Promise.all([open(), open(), open()]);
    await open();
    const shown = await rows();
    expect(shown).toMatchObject([
      {
        name: 'سارة أحمد',
        status: 0,
        transaction_id: id,
        transaction_reference: reference,
        amount: 100,
        due_date: '2026-06-29T09:00:00.000Z',
        reason: 'The customer says they did not make this payment',
      },
    ]);
    expect(await balances(daftar, owner)).toMatchObject({ pending: -656, chargeback: 10_000 });
    expect((await refund(daftar, owner, id, { amount: 1 })).status).toBe(400);
    const details = (await get(`transactions/${id}`)).body.data;
    expect(details).toMatchObject({
      refundable_amount: 0,
      dispute: { id: shown[0].id, status: 0, amount: 100 },
    });
    expect((await get('notifications')).body.data.data[0].content).toContain('29 June 2026');
    expect(await differences(daftar)).toEqual([]);
  });

  test('applied: the money is returned to the payer and can no longer be refunded', async () => {
    const { id, reference } = await pay(daftar, owner);
    await settleAll(daftar, owner);
    const dispute = await opened(reference, '60');
    await ops('chargeback-apply', dispute, '--even-though-due', 'Seen');
    expect(await balances(daftar, owner)).toMatchObject({ available: 3344, chargeback: 0 });
    expect((await rows())[0].status).toBe(1);
    await expect(ops('chargeback-withdraw', dispute, '--even-though-due', 'Seen')).rejects.toThrow();
    expect((await refund(daftar, owner, id, { amount: 40.01 })).status).toBe(422);
    expect((await refund(daftar, owner, id, { amount: 40 })).status).toBe(200);
    await expect(ops('chargeback-open', reference)).rejects.toThrow(CaseIdNeeded);
    expect(await differences(daftar)).toEqual([]);
  });

  test('withdrawn before the settlement: the money is settled with its payment, not payable before, and only once', async () => {
    const { id, reference } = await pay(daftar, owner);
    const dispute = await opened(reference);
    await ops('chargeback-withdraw', dispute, '--even-though-due', 'Seen');
    expect((await rows())[0].status).toBe(2);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 9_344, available: 0, chargeback: 0 });
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 2 * 9344 });
    expect((await rowOf(daftar, id)).disputed).toBe(0);
    expect(await differences(daftar)).toEqual([]);
  });

  test('of more than the remaining amount, or of zero, is refused', async () => {
    const { reference } = await pay(daftar, owner);
    const open = (amountPiastres?: number) =>
      openByReference(daftar.app, reference, { amountPiastres, reason: 'fraudulent', actor: 'ops:test' });
    for (const piastres of [10_001, 0, -1])
      await expect(open(piastres), String(piastres)).rejects.toThrow(ExceedsDisputable);
    await expect(ops('chargeback-open', 'TRX-00000000')).rejects.toThrow(ChargebackNotFound);
    expect(await ops('chargeback-open', reference, 'x')).toBeNull();
    expect(await rows()).toEqual([]);
    await open(7_000);
    await expect(open(3_001)).rejects.toThrow(ExceedsDisputable);
    await expect(open()).rejects.toThrow(CaseIdNeeded);
    expect(await rows()).toMatchObject([{ amount: 70 }]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('of a payment that brought no money, or is disputed as a whole, is refused', async () => {
    const declined = await pay(daftar, owner, { card: '4000000000000002' });
    await expect(ops('chargeback-open', declined.reference)).rejects.toThrow(NotDisputable);
    const lost = await pay(daftar, owner);
    await ops('chargeback-apply', await opened(lost.reference), '--even-though-due', 'Seen');
    await expect(ops('chargeback-open', lost.reference)).rejects.toThrow(NotDisputable);
    expect(await rows()).toHaveLength(1);
    expect(await differences(daftar)).toEqual([]);
  });

  test('that was announced and withdrawn is not opened by the job again; the provider may open it', async () => {
    const { reference } = await pay(daftar, owner, { card: DISPUTED_CARD });
    const job = () => chargebackJobs['open-announced-disputes']!(daftar.app, {});
    await job();
    const [{ reference: first }] = await rows();
    await ops('chargeback-withdraw', first, '--even-though-due', 'Seen');
    await job();
    expect(await rows()).toHaveLength(1);
    await opened(reference);
    expect(await rows()).toHaveLength(2);
    expect(await differences(daftar)).toEqual([]);
  });

  test('that was announced, of a payment refunded at that moment, is opened all the same', async () => {
    const [back, other] = [
      await pay(daftar, owner, { card: DISPUTED_CARD }),
      await pay(daftar, owner, { card: DISPUTED_CARD }),
    ];
    const { sql } = daftar.database;
    let run: unknown;
    await sql.begin(async (tx) => {
      await tx`select from transactions where id = ${back.id} for update`;
      run = chargebackJobs['open-announced-disputes']!(daftar.app, {});
      const waiting = () => sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting()).count).toBe(1);
      await tx`
        update transactions set refunding_piastres = value_piastres
         where merchant_id = ${owner.merchantId} and id = ${back.id}`;
    });
    await run;
    await sql`
      update transactions set refunding_piastres = 0 where merchant_id = ${owner.merchantId} and id = ${back.id}`;
    const disputed = (await rows()).map((row: { transaction_id: number }) => row.transaction_id);
    expect(disputed.sort()).toEqual([back.id, other.id].sort());
    expect(await differences(daftar)).toEqual([]);
  });

  test('that cannot be opened fails the job, after all others were opened', async () => {
    const [bad, other] = [
      await pay(daftar, owner, { card: DISPUTED_CARD }),
      await pay(daftar, owner, { card: DISPUTED_CARD }),
    ];
    const { sql } = daftar.database;
    await sql.unsafe(
      `alter table chargebacks add constraint planted check (transaction_id <> ${bad.id}) not valid`,
    );
    const job = () => chargebackJobs['open-announced-disputes']!(daftar.app, {});
    await expect(job()).rejects.toThrow('1 of 2 failed');
    expect((await rows()).map((row: { transaction_id: number }) => row.transaction_id)).toEqual([other.id]);
    await sql`alter table chargebacks drop constraint planted`;
    await job();
    expect(await rows()).toHaveLength(2);
    expect(await differences(daftar)).toEqual([]);
  });

  test('concurrent refunds and chargebacks never exceed the payment', async () => {
    const { id, reference } = await pay(daftar, owner);
    await Promise.allSettled([
      ...Array.from({ length: 6 }, () => refund(daftar, owner, id, { amount: 30 })),
      ...Array.from({ length: 6 }, () => ops('chargeback-open', reference, '50')),
    ]);
    const { refunded, disputed } = await rowOf(daftar, id);
    // A dispute may be opened whatever was refunded; disputed money is never refunded.
    expect(disputed).toBe(5_000);
    expect(refunded).toBeLessThanOrEqual(9_000);
    expect((await refund(daftar, owner, id, { amount: 20.01 })).status).not.toBe(200);
    expect(await differences(daftar)).toEqual([]);
  });
});

describe('the merchant’s response', () => {
  test('is saved, can be replaced, and is refused once decided or overdue', async () => {
    const { reference } = await pay(daftar, owner);
    const dispute = await opened(reference);
    const [{ id }] = await rows();
    expect((await answer(id, '')).status).toBe(422);
    expect((await answer(id, 'سلّمناها يوم الأحد')).body).toMatchObject({ statusCode: 200, data: null });
    expect((await answer(id, 'Delivered on Sunday')).status).toBe(200);
    expect((await rows())[0]).toMatchObject({
      answer: 'Delivered on Sunday',
      answered_at: daftar.clock.now().toISOString(),
    });
    await ops('chargeback-withdraw', dispute, '--even-though-due', 'Seen');
    expect((await answer(id, 'Again')).body.message).toBe('This chargeback has already been decided');
    const late = await pay(daftar, owner);
    await opened(late.reference);
    await daftar.database.sql`update chargebacks set due_at = ${daftar.clock.now()} where status = 0`;
    const [open] = await rows({ status: '0' });
    expect((await answer(open.id, 'Late')).status).toBe(400);
  });
});

describe('the evidence of a response', () => {
  const upload = async (id: number, name: string, content: Buffer, as = owner) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), name);
    return daftar.call({
      method: 'POST',
      path: `/merchant/chargebacks/${id}/evidence`,
      mode: 'live',
      as,
      body: form,
    });
  };
  const answerWith = (id: number, files: unknown, as = owner) =>
    daftar.call({
      method: 'POST',
      path: `/merchant/chargebacks/${id}/answer`,
      mode: 'live',
      as,
      body: { answer: 'Delivered', files },
    });
  const names = async (reference: string) =>
    (await rows({ reference }))[0].evidence.map((each: { name: string }) => each.name);

  test('is saved with it, replaced with it, and readable by the merchant and the provider', async () => {
    const dispute = await opened((await pay(daftar, owner)).reference);
    const [{ id }] = await rows();
    const slip = (await upload(id, 'slip.png', await picture())).body.data;
    const paper = (await upload(id, 'عقد.pdf', pdf())).body.data;
    expect(await names(dispute)).toEqual([]);
    expect((await answerWith(id, [paper.path, slip.path, paper.path])).status).toBe(200);
    expect(await names(dispute)).toEqual(['عقد.pdf', 'slip.png']);
    const shown = await daftar.server.inject({
      url: `/api/merchant/storage/${paper.path}`,
      headers: owner.headers,
    });
    expect(shown.rawPayload.equals(pdf())).toBe(true);
    const said = String(await ops('chargeback-show', dispute));
    expect(said).toContain('Delivered');
    expect(said).toContain(slip.path);
    const { read } = await readAnswer(daftar.app, dispute);
    expect((await read(paper.path)).equals(pdf())).toBe(true);
    // A response without files keeps the files; one with fewer releases the others for the sweep.
    expect((await answer(id, 'Again')).status).toBe(200);
    expect(await names(dispute)).toHaveLength(2);
    expect((await answerWith(id, [slip.path])).status).toBe(200);
    expect(await names(dispute)).toEqual(['slip.png']);
    const [left] = await daftar.database.sql`select attached_at from files where path = ${paper.path}`;
    expect(left).toEqual({ attached_at: null });
  });

  test('from another chargeback, another merchant or of another kind is refused, and nothing is half written', async () => {
    await opened((await pay(daftar, owner)).reference);
    await opened((await pay(daftar, owner)).reference);
    const [{ id: second }, { id: first }] = await rows();
    const taken = (await upload(first, 'a.pdf', pdf())).body.data.path;
    expect((await answerWith(first, [taken])).status).toBe(200);
    for (const files of [[taken], [`${'A'.repeat(27)}.pdf`], ['../a.pdf'], 'x']) {
      const refused = await answerWith(second, files);
      expect(refused.status, String(files)).toBe(422);
    }
    const paths = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => (await upload(second, `${n}.pdf`, pdf())).body.data.path),
    );
    expect((await answerWith(second, paths)).body.errors.files).toEqual(['Choose at most five files']);
    expect((await rows())[0].answer).toBe('');
    expect((await upload(second, 'run.exe', Buffer.from('MZ'))).status).toBe(422);
    expect((await upload(second, 'a.pdf', pdf(), await daftar.merchant())).status).toBe(404);
    const race = await Promise.all([answerWith(second, [paths[0]]), answerWith(first, [paths[0]])]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('belongs to its own response: one that is given, changed or emptied leaves that of every other', async () => {
    const disputed = async (as: Actor) => {
      await opened((await pay(daftar, as)).reference);
      const [dispute] = await daftar.database.sql<{ id: number }[]>`
        select id from chargebacks where merchant_id = ${as.merchantId} order by id desc limit 1`;
      const { id } = dispute!;
      const { path } = (await upload(id, 'slip.pdf', pdf(), as)).body.data;
      expect((await answerWith(id, [path], as)).status).toBe(200);
      return { id, path };
    };
    const stranger = await daftar.merchant();
    const theirs = await disputed(stranger);
    const first = await disputed(owner);
    const second = await disputed(owner);
    const kept = async () => {
      const found = await daftar.database.sql<{ chargeback: number; path: string }[]>`
        select c.chargeback_id as chargeback, f.path from files f
          left join chargeback_files c on c.merchant_id = f.merchant_id and c.path = f.path
         where f.merchant_id in (${owner.merchantId}, ${stranger.merchantId}) and f.attached_at is not null`;
      return Object.fromEntries(found.map(({ path, chargeback }) => [path, chargeback]));
    };
    const others = { [theirs.path]: theirs.id, [second.path]: second.id };
    expect(await kept()).toEqual({ ...others, [first.path]: first.id });
    expect((await answer(first.id, 'Again')).status).toBe(200);
    expect(await kept()).toEqual({ ...others, [first.path]: first.id });
    const other = (await upload(first.id, 'other.pdf', pdf())).body.data.path;
    expect((await answerWith(first.id, [other])).status).toBe(200);
    expect(await kept()).toEqual({ ...others, [other]: first.id });
    expect((await answerWith(first.id, [])).status).toBe(200);
    expect(await kept()).toEqual(others);
  });

  test('is overdue when the response is', async () => {
    await opened((await pay(daftar, owner)).reference);
    const [{ id }] = await rows();
    await daftar.database.sql`update chargebacks set due_at = ${daftar.clock.now()} where status = 0`;
    expect((await upload(id, 'a.pdf', pdf())).status).toBe(400);
  });
});

describe('the list', () => {
  test('filters as specified, sorts by every column, and can be exported', async () => {
    const one = await pay(daftar, owner, { pounds: 50 });
    const two = await pay(daftar, owner, { pounds: 70 });
    const first = await opened(one.reference);
    const second = await opened(two.reference);
    await ops('chargeback-apply', second, '--even-though-due', 'Seen');
    const amounts = async (query: Record<string, string>) =>
      (await rows(query)).map((row: { amount: number }) => row.amount);
    expect(await amounts({})).toEqual([70, 50]);
    expect(await amounts({ chargeback_name: 'احمد' })).toEqual([70, 50]);
    expect(await amounts({ chargeback_name: 'nobody' })).toEqual([]);
    expect(await amounts({ reference: first })).toEqual([50]);
    expect(await amounts({ reference: two.reference })).toEqual([70]);
    expect(await amounts({ status: '1' })).toEqual([70]);
    expect(await amounts({ amount: '50.00' })).toEqual([50]);
    expect(await amounts({ date_from: '2026-06-16' })).toEqual([]);
    const sorts = [
      'id',
      'created_at',
      'reference',
      'name',
      'status',
      'transaction_reference',
      'amount',
      'due_date',
    ];
    for (const sort_by of sorts) expect(await amounts({ sort_by, sort_type: 'asc' })).toHaveLength(2);
    expect((await get('chargebacks', { status: '3' })).status).toBe(422);
    const file = await get('chargebacks/exportCsv', { status: '0' });
    expect(file.raw.split('\r\n')[1]).toContain(
      `${first},سارة أحمد,Pending,${one.reference},50.00,2026-06-15 12:00`,
    );
    expect(file.raw).not.toContain(second);
    const [{ id }] = await rows({ reference: second });
    expect((await get('chargebacks/exportCsv', { ids: String(id), status: '0' })).raw).toContain(second);
    expect((await get('chargebacks/exportCsv', { format: 'xlsx' })).raw.startsWith('PK')).toBe(true);
  });
});
