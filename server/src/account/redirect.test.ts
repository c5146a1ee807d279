import type { Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bankAccountForm, newBankAccount } from '../../tests/kit/account.ts';
import { pdf } from '../../tests/kit/files.ts';
import { differences, pay, settleAll } from '../../tests/kit/money.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

/** Sending settlements elsewhere. */
let daftar: TestServer;
let owner: Actor;
let clerk: Actor;
let first: number;
const OTHER = 'EG800002000156789012345180002';
const CLERK: Permission[] = ['financial-settings', 'edit-bank-account', 'add-bank-account'];
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  owner = await daftar.merchant();
  clerk = await daftar.colleague(owner, CLERK);
  await withPassword(daftar, owner);
  await withPassword(daftar, clerk);
  first = await newBankAccount(daftar, owner);
  expect((await choose(first, owner)).body.data).toEqual({ receiveSettlements: true });
});
afterAll(() => daftar.close());

const post = (path: string, as: Actor, body: object) =>
  daftar.call({ method: 'POST', path: `/merchant/${path}`, mode: 'live', as, body });
const choose = (bankAccountId: number, as: Actor, proof: object = { current_password: PASSWORD }) =>
  post('AccountSettings/ToggleReceiveSettlement', as, { bankAccountId, ...proof });
const rewrite = (as: Actor, fields: Record<string, string> = {}) =>
  post(
    'AccountSettings/UpdateBankAccount',
    as,
    bankAccountForm({ bankAccountId: String(first), iban: OTHER, ...fields }),
  );
const accounts = async () =>
  (await daftar.call({ path: '/merchant/AccountSettings/FinancialInfo', mode: 'live', as: owner })).body.data;
const receiving = async () =>
  (await accounts()).find(({ receiveSettlements }: { receiveSettlements: boolean }) => receiveSettlements);
const mailsAbout = async (words: string) =>
  (
    await daftar.call({
      path: '/dev/outbox',
      query: { to: owner.email },
      headers: { accept: 'application/json' },
    })
  ).body.filter(({ subject }: { subject: string }) => subject.includes(words));
const mails = () => mailsAbout('settlements go');
const detailMails = () => mailsAbout('changed the details');
const payAndSettle = async () => {
  await pay(daftar, owner);
  await settleAll(daftar, owner);
};
/** Asks for a payout to the receiving account, to which nothing was settled. */
const payOut = async () => {
  const { sql } = daftar.database;
  const receives = (is: boolean) =>
    sql`update bank_accounts set receives_settlements = ${is} where merchant_id = ${owner.merchantId} and id = ${first}`;
  await receives(false);
  await payAndSettle();
  await receives(true);
  const asked = await post('payment_links/payout', owner, { amount: 50 });
  expect([asked.status, asked.body.data.bank_account]).toEqual([201, expect.any(String)]);
};
/** The settled amounts, by account. */
const settled = async () => {
  await settleAll(daftar, owner);
  const rows = await daftar.database.sql<{ id: number }[]>`
    select bank_account_id as id from settlements where merchant_id = ${owner.merchantId} order by id`;
  return rows.map(({ id }) => id);
};

describe('a user who may edit bank accounts', () => {
  test('cannot redirect settlements without their password, by choosing or by changing an account', async () => {
    const other = await newBankAccount(daftar, clerk, { iban: OTHER });
    // An operator may write a transfer by either number: another one behind the same IBAN is another account.
    const iban = String(bankAccountForm().get('iban'));
    const behind = await rewrite(clerk, { iban, bankAccountNumber: '99998888777766' });
    for (const answer of [await choose(other, clerk, {}), await rewrite(clerk), behind]) {
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']]);
    }
    expect((await choose(other, clerk, { current_password: 'Wrong1$xx' })).status).toBe(422);
    expect(await receiving()).toMatchObject({
      bankAccountId: first,
      iban: expect.not.stringContaining(OTHER),
    });
  });

  test('can with their password: every owner is notified, and the account receives nothing for three days', async () => {
    await pay(daftar, owner);
    expect(await settled()).toEqual([first]);
    const told = (await mails()).length;
    const other = await newBankAccount(daftar, clerk, { iban: OTHER });
    expect((await choose(other, clerk)).status).toBe(200);
    const news = await mails();
    expect(news).toHaveLength(told + 1);
    expect(news[0].text).toContain('change your password');
    const until = new Date(daftar.clock.now().getTime() + 72 * 3_600_000).toISOString();
    expect(await receiving()).toMatchObject({ bankAccountId: other, settlementsFrom: until });
    await pay(daftar, owner);
    expect(await settled()).toEqual([first]);
    // Restoring a former account needs no cooling-off period, so it applies at once.
    await choose(first, owner);
    expect(await receiving()).toMatchObject({ bankAccountId: first, settlementsFrom: null });
    expect(await settled()).toEqual([first, first]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('starts the cooling-off period even for an account that has received only test settlements', async () => {
    await pay(daftar, owner, { mode: 'test' });
    await settleAll(daftar, owner, 'test');
    await choose(await newBankAccount(daftar, owner, { iban: OTHER }), owner);
    expect((await choose(first, clerk)).status).toBe(200);
    expect(await receiving()).toMatchObject({ bankAccountId: first, settlementsFrom: expect.any(String) });
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    const live = await daftar.database.sql`
      select from settlements where merchant_id = ${owner.merchantId} and mode = 'live'`;
    expect(live).toHaveLength(0);
  });

  test('cannot change the SWIFT code without their password, not even after removing it', async () => {
    const iban = String(bankAccountForm().get('iban'));
    const named = (swift: string, proof: Record<string, string> = {}) =>
      rewrite(clerk, { iban, swift, ...proof });
    expect((await named('NBEGEGCX')).status).toBe(422);
    expect((await named('NBEGEGCX', { current_password: PASSWORD })).status).toBe(200);
    expect((await named('')).status).toBe(200);
    expect((await named('CIBEEGCX')).status).toBe(422);
    expect(await receiving()).toMatchObject({ iban, swift: '' });
  });

  test.each([
    ['bankAccountName', 'Somebody Else'],
    ['latinName', 'Somebody Else'],
    ['town', 'Giza'],
    ['bankName', 'NBE'],
    ['bankBranch', 'Giza'],
  ])(
    'needs their password to change the %s that files for banks have, and every owner is told',
    async (name, value) => {
      const iban = String(bankAccountForm().get('iban'));
      const save = (proof: Record<string, string> = {}) => rewrite(clerk, { iban, [name]: value, ...proof });
      const before = await receiving();
      const unproven: Record<string, string>[] = [{}, { current_password: 'Wrong1$xx' }];
      for (const proof of unproven) {
        const refused = await save(proof);
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
      }
      expect(await receiving()).toEqual(before);
      expect(await detailMails()).toHaveLength(0);
      expect((await save({ current_password: PASSWORD })).status).toBe(200);
      // The money goes to the same account, so nothing rests.
      expect(await receiving()).toEqual({ ...before, [name]: value });
      const [mail] = await detailMails();
      expect(mail.subject).toMatch(/changed the details of the bank account .*: (CIB|NBE), /);
      expect(mail.text).toContain('change your password');
      // The same again is no change.
      expect((await save()).status).toBe(200);
      expect(await detailMails()).toHaveLength(1);
    },
  );

  test('keeps the document and the cooling-off period when only the holder’s name changes', async () => {
    const other = await newBankAccount(daftar, owner, { iban: OTHER });
    await choose(other, owner);
    const form = (more: Record<string, string>) =>
      bankAccountForm({ bankAccountId: String(other), iban: OTHER, ...more });
    const letter = form({});
    letter.append('optionalDocument', new Blob([pdf()]), 'letter.pdf');
    expect((await post('AccountSettings/UpdateBankAccount', owner, letter)).status).toBe(200);
    const { settlementsFrom, optionalDocument } = await receiving();
    expect([settlementsFrom, optionalDocument]).not.toContain(null);
    const renamed = form({ latinName: 'Nour Trading', current_password: PASSWORD });
    expect((await post('AccountSettings/UpdateBankAccount', clerk, renamed)).status).toBe(200);
    expect(await receiving()).toMatchObject({ latinName: 'Nour Trading', settlementsFrom, optionalDocument });
  });

  test('changes an account that no money goes to without a proof, and needs one to let it receive', async () => {
    const other = await newBankAccount(daftar, owner, { iban: OTHER });
    const form = bankAccountForm({ bankAccountId: String(other), iban: OTHER, latinName: 'Nour Trading' });
    expect((await post('AccountSettings/UpdateBankAccount', clerk, form)).status).toBe(200);
    expect((await choose(other, clerk, {})).status).toBe(422);
    expect(await detailMails()).toHaveLength(0);
  });

  const iban = String(bankAccountForm().get('iban'));
  test.each([
    ['that was settled to before', true],
    ['with the same numbers again', true],
    ['that a payout waits to be transferred to', false],
  ])(
    'needs their password to change the name of an account %s, although it no longer receives',
    async (which, isSettled) => {
      if (isSettled) await payAndSettle();
      else await payOut();
      await choose(await newBankAccount(daftar, owner, { iban: OTHER }), owner);
      if (which.includes('again')) {
        const away = { iban: 'EG380019000500000000263180002', bankAccountNumber: '99998888777766' };
        expect((await rewrite(clerk, away)).status).toBe(422);
        expect((await rewrite(clerk, { ...away, current_password: PASSWORD })).status).toBe(200);
      }
      const told = (await detailMails()).length;
      const renamed = { iban, bankAccountName: 'Somebody Else' };
      const refused = await rewrite(clerk, renamed);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
      expect((await rewrite(clerk, { ...renamed, current_password: PASSWORD })).status).toBe(200);
      expect(await detailMails()).toHaveLength(told + 1);
    },
  );

  test('needs their password to delete the receiving account, and not to delete another', async () => {
    const other = await newBankAccount(daftar, owner, { iban: OTHER });
    const remover = await daftar.colleague(owner, ['financial-settings', 'detele-bank-account']);
    await withPassword(daftar, remover);
    const remove = (id: number, body?: object) =>
      daftar.call({
        method: 'DELETE',
        path: '/merchant/AccountSettings/DeleteBankAccount',
        mode: 'live',
        as: remover,
        query: { bankAccountId: String(id) },
        ...(body ? { body } : {}),
      });
    const refused = await remove(first);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
    expect(await receiving()).toMatchObject({ bankAccountId: first });
    expect((await remove(other)).status).toBe(200);
    expect((await remove(first, { current_password: PASSWORD })).status).toBe(200);
    expect(await receiving()).toBeUndefined();
  });

  test('is told when the next settlement can be made, and why none is made at once', async () => {
    await pay(daftar, owner);
    await pay(daftar, owner, { mode: 'test' });
    const other = await newBankAccount(daftar, clerk, { iban: OTHER });
    await choose(other, clerk);
    const until = new Date(daftar.clock.now().getTime() + 72 * 3_600_000).toISOString();
    const next = (await daftar.call({ path: '/merchant/settlements/next', mode: 'live', as: owner })).body
      .data;
    expect(next).toMatchObject({ rests_until: until });
    expect(next.date >= until.slice(0, 10)).toBe(true);
    const now = await daftar.call({
      method: 'POST',
      path: '/api/sandbox/merchant/settlements/settle-now',
      as: owner,
    });
    expect([now.status, now.body.message]).toEqual([400, expect.stringContaining('another bank account')]);
    const operator = await daftar.operator();
    const shown = await daftar.call({ path: `/api/ops/merchants/${owner.merchantId}`, as: operator });
    expect(shown.body.data.settlement.rests_until).toBe(until);
  });

  test.each(['while it rests', 'that rests no longer'])(
    'a settlement that waits for the change is transferred to the other account %s, never to the balance',
    async (rests) => {
      const other = await newBankAccount(daftar, clerk, { iban: OTHER });
      await pay(daftar, owner);
      let settling: Promise<number[]> = Promise.resolve([]);
      let ended = false;
      await daftar.app.pool.begin(async (tx) => {
        const { merchantId } = owner;
        await tx`select from bank_accounts where merchant_id = ${merchantId} order by id for no key update`;
        await tx`update bank_accounts set receives_settlements = false where merchant_id = ${merchantId} and id = ${first}`;
        const until =
          rests === 'while it rests' ? new Date(daftar.clock.now().getTime() + 400 * 86_400_000) : null;
        await tx`
          update bank_accounts set receives_settlements = true, rests_until = ${until}
           where merchant_id = ${merchantId} and id = ${other}`;
        settling = settled().finally(() => {
          ended = true;
        });
        while (!ended && !(await isSettlingWaiting())) await new Promise(setImmediate);
      });
      expect(await settling).toEqual(rests === 'while it rests' ? [] : [other]);
      expect(await differences(daftar)).toEqual([]);
    },
  );
  const isSettlingWaiting = async () =>
    (
      await daftar.database.sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%settle_due%'
           and datname = current_database()`
    ).length > 0;

  test('the cooling-off period ends on time, and the waiting settlement is made', async () => {
    const other = await newBankAccount(daftar, clerk, { iban: OTHER });
    await choose(other, clerk);
    await pay(daftar, owner);
    expect(await settled()).toEqual([]);
    daftar.clock.advance({ hours: 72 });
    expect(await settled()).toEqual([other]);
  });

  test('changing the receiving account starts the cooling-off period and drops its document', async () => {
    const letter = bankAccountForm({ bankAccountId: String(first) });
    letter.append('optionalDocument', new Blob([pdf()]), 'letter.pdf');
    expect((await post('AccountSettings/UpdateBankAccount', owner, letter)).status).toBe(200);
    expect((await receiving()).optionalDocument).not.toBe('');
    expect((await rewrite(clerk, { current_password: PASSWORD })).status).toBe(200);
    expect(await receiving()).toMatchObject({
      iban: OTHER,
      optionalDocument: '',
      settlementsFrom: expect.any(String),
    });
    await pay(daftar, owner);
    expect(await settled()).toEqual([]);
  });
});

describe('with approvals turned on', () => {
  let checker: Actor;
  beforeEach(async () => {
    checker = await daftar.colleague(owner, ['transaction-refund', 'payout-request-transactions']);
    expect((await post('approvals/settings', owner, { enabled: true, refund_above: 0 })).status).toBe(200);
  });
  const waiting = async () =>
    (
      await daftar.call({
        path: '/merchant/approvals',
        mode: 'live',
        as: checker,
        query: { state: 'waiting' },
      })
    ).body.data;

  test.each(['choosing', 'changing'])('a second person approves %s an account first', async (way) => {
    const other = await newBankAccount(daftar, clerk, { iban: OTHER });
    const asked =
      way === 'choosing' ? await choose(other, clerk) : await rewrite(clerk, { current_password: PASSWORD });
    expect(asked.status, asked.raw).toBe(200);
    expect(asked.body.message).toContain('second person');
    expect(await receiving()).toMatchObject({ bankAccountId: first, settlementsFrom: null });
    expect((await receiving()).iban).not.toBe(OTHER);
    const [row] = await waiting();
    expect(row).toMatchObject({ kind: 'bank-account', bank_account: { bank_name: 'CIB' } });
    const own = await post(`approvals/${row.id}/approve`, clerk, {});
    expect(own.status).toBe(400);
    expect((await post(`approvals/${row.id}/approve`, checker, {})).status).toBe(200);
    expect(await receiving()).toMatchObject({ iban: OTHER, settlementsFrom: expect.any(String) });
  });

  test('a second person sees and approves another holder of the receiving account', async () => {
    const iban = String(bankAccountForm().get('iban'));
    const details = { latinName: 'Nour Trading', town: 'Cairo' };
    const before = await receiving();
    const asked = await rewrite(clerk, { iban, ...details, current_password: PASSWORD });
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('second person')]);
    expect(await receiving()).toEqual({ ...before, changeWaits: true });
    const [row] = await waiting();
    expect(row.bank_account_details).toEqual({
      latin_name: 'Nour Trading',
      town: 'Cairo',
      bank_branch: 'Maadi',
    });
    expect((await post(`approvals/${row.id}/approve`, clerk, {})).status).toBe(400);
    expect((await post(`approvals/${row.id}/approve`, checker, {})).status).toBe(200);
    expect(await receiving()).toEqual({ ...before, ...details });
    expect(await detailMails()).toHaveLength(1);
  });

  test('a request of an earlier release leaves Latin name and town as they are', async () => {
    const details = { latinName: 'Nour Trading', town: 'Cairo' };
    const other = await newBankAccount(daftar, owner, { iban: OTHER });
    const iban = String(bankAccountForm().get('iban'));
    const { sql } = daftar.database;
    await sql`
      update bank_accounts set latin_name = ${details.latinName}, town = ${details.town} where id = ${first}`;
    expect((await rewrite(clerk, { iban, bankName: 'NBE', current_password: PASSWORD })).status).toBe(200);
    await sql`
      update approvals set change = change - '{latinName,town,bankBranch}'::text[] #- '{facts,latinName}' #- '{facts,town}'
       where merchant_id = ${owner.merchantId} and state = 'waiting'`;
    const [row] = await waiting();
    expect(row.bank_account_details).toEqual({ latin_name: '', town: '', bank_branch: '' });
    expect((await post(`approvals/${row.id}/approve`, checker, {})).status).toBe(200);
    expect(await receiving()).toMatchObject({ bankAccountId: first, bankName: 'NBE', ...details });
    expect(
      (await accounts()).find((each: { bankAccountId: number }) => each.bankAccountId === other),
    ).toMatchObject({
      latinName: '',
    });
  });

  test('only one change of an account waits, however many ask at once; of another account another may', async () => {
    const other = await newBankAccount(daftar, clerk, { iban: OTHER });
    const asks = [
      choose(other, clerk),
      choose(other, owner),
      rewrite(clerk, { current_password: PASSWORD }),
      rewrite(owner, { current_password: PASSWORD }),
    ];
    const answers = await Promise.all(asks);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(await waiting()).toHaveLength(2);
    for (const { changeWaits } of await accounts()) expect(changeWaits).toBe(true);
  });

  test('a change is not approved once the account has changed since the request', async () => {
    const other = await newBankAccount(daftar, clerk, { iban: OTHER });
    await choose(other, clerk);
    const changed = bankAccountForm({
      bankAccountId: String(other),
      bankAccountName: 'Somebody else',
      iban: OTHER,
    });
    await post('AccountSettings/UpdateBankAccount', clerk, changed);
    const [row] = await waiting();
    expect((await post(`approvals/${row.id}/approve`, checker, {})).status).toBe(400);
    expect(await receiving()).toMatchObject({ bankAccountId: first });
  });
});
