import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bankAccountForm, IBAN, settingsOf } from '../../tests/kit/account.ts';
import { pdf, picture } from '../../tests/kit/files.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, type Call, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { refusedKey } from '../platform/db/refused-key.ts';

/** Tests account settings: what is stored, what is refused, and where the settings apply. */
let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  stranger = await daftar.merchant();
});
beforeEach(async () => {
  owner = await daftar.merchant();
  await withPassword(daftar, owner);
  await withPassword(daftar, stranger);
});
afterAll(() => daftar.close());

const { call, post } = settingsOf(() => ({ daftar, owner }));

const accountForm = bankAccountForm;
async function addAccount(fields: Record<string, string> = {}): Promise<number> {
  const answer = await post('AddBankAccount', accountForm(fields));
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.bankAccountId;
}
const accounts = async (more: Partial<Call> = {}) => (await call('FinancialInfo', more)).body.data;

describe('bank accounts', () => {
  test('are added, changed and deleted, the same in both modes', async () => {
    const id = await addAccount();
    expect(await accounts({ mode: 'live' })).toEqual([
      {
        bankAccountId: id,
        bankAccountName: 'Nour Trading',
        bankAccountNumber: '100020003000',
        bankName: 'CIB',
        bankBranch: 'Maadi',
        swift: '',
        iban: IBAN,
        latinName: '',
        town: '',
        optionalDocument: '',
        receiveSettlements: false,
        settlementsFrom: null,
        changeWaits: false,
      },
    ]);
    const changed = accountForm({ bankAccountId: String(id), iban: '', swift: 'nbeg egcx', bankName: 'NBE' });
    expect((await post('UpdateBankAccount', changed)).status).toBe(200);
    expect(await accounts()).toMatchObject([{ iban: '', swift: 'NBEGEGCX', bankName: 'NBE' }]);
    const remove = { method: 'DELETE', query: { bankAccountId: String(id) } } as const;
    expect((await call('DeleteBankAccount', remove)).status).toBe(200);
    expect(await accounts()).toEqual([]);
    expect((await call('DeleteBankAccount', remove)).status).toBe(404);
  });

  test.each([
    ['no IBAN and no SWIFT', { iban: '' }, 'iban'],
    ['an IBAN whose check digits do not fit', { iban: IBAN.replace('EG38', 'EG39') }, 'iban'],
    ['a foreign IBAN', { iban: 'GB82WEST12345698765432' }, 'iban'],
    ['a SWIFT code of nine', { iban: '', swift: 'NBEGEGCX1' }, 'swift'],
    ['no name', { bankAccountName: ' ' }, 'bankAccountName'],
    ['a number of letters and signs', { bankAccountNumber: '12#4' }, 'bankAccountNumber'],
    ['no branch', { bankBranch: '' }, 'bankBranch'],
    ['a Latin name in Arabic', { latinName: 'متجر النور' }, 'latinName'],
    ['a Latin name of 141 letters', { latinName: 'a'.repeat(141) }, 'latinName'],
    ['a town with a sign that SWIFT does not know', { town: 'Cairo & Giza' }, 'town'],
  ])('with %s are refused under that field', async (_, fields, field) => {
    const answer = await post('AddBankAccount', accountForm(fields as Record<string, string>));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(await accounts()).toEqual([]);
  });

  test('keep Latin name and town when they are left out of a change, and clear them when they are empty', async () => {
    const id = await addAccount({ latinName: ' Mona’s Café ', town: 'Cairo' });
    const kept = { latinName: "Mona's Cafe", town: 'Cairo' };
    expect(await accounts()).toMatchObject([kept]);
    const change = async (fields: Record<string, string>) => {
      const form = accountForm({ bankAccountId: String(id), ...fields });
      expect((await post('UpdateBankAccount', form)).status).toBe(200);
    };
    await change({ bankName: 'NBE' });
    expect(await accounts()).toMatchObject([{ bankName: 'NBE', ...kept }]);
    await change({ latinName: '', town: 'Giza' });
    expect(await accounts()).toMatchObject([{ latinName: '', town: 'Giza' }]);
    const versions = await daftar.database.sql`
      select version, latin_name, town from bank_account_versions where bank_account_id = ${id} order by 1`;
    expect(versions).toEqual([
      { version: 1, latin_name: kept.latinName, town: 'Cairo' },
      { version: 2, latin_name: kept.latinName, town: 'Cairo' },
      { version: 3, latin_name: '', town: 'Giza' },
    ]);
  });

  test('require a number of more than three digits', async () => {
    const answer = await post('AddBankAccount', accountForm({ bankAccountNumber: '123' }));
    expect(answer.body.errors).toEqual({
      bankAccountNumber: ['An account number has 4 to 34 letters and digits'],
    });
  });

  test('receive settlements one at a time, also when two are chosen at the same moment', async () => {
    const ids = [await addAccount(), await addAccount(), await addAccount()];
    const toggle = (bankAccountId: number) =>
      post('ToggleReceiveSettlement', { bankAccountId, current_password: PASSWORD });
    expect((await toggle(ids[0]!)).body.data).toEqual({ receiveSettlements: true });
    await Promise.all([toggle(ids[1]!), toggle(ids[2]!), toggle(ids[1]!), toggle(ids[2]!), toggle(ids[0]!)]);
    const receiving = (await accounts()).filter(
      (each: { receiveSettlements: boolean }) => each.receiveSettlements,
    );
    expect(receiving.length).toBeLessThanOrEqual(1);
    const { sql } = daftar.database;
    const both = sql`update bank_accounts set receives_settlements = true where merchant_id = ${owner.merchantId}`;
    const error = await both.catch((each: unknown) => each);
    expect(await refusedKey(sql, error)).toBe('bank_accounts_receiving');
  });

  test('of another merchant are not found', async () => {
    const id = await addAccount();
    const as = stranger;
    const missing = await post('ToggleReceiveSettlement', {
      bankAccountId: 999_999_999,
      current_password: PASSWORD,
    });
    for (const answer of [
      await post('ToggleReceiveSettlement', { bankAccountId: id, current_password: PASSWORD }, { as }),
      await post('UpdateBankAccount', accountForm({ bankAccountId: String(id) }), { as }),
      await call('DeleteBankAccount', { method: 'DELETE', query: { bankAccountId: String(id) }, as }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.raw).toBe(missing.raw);
    }
    expect(await accounts()).toHaveLength(1);
    expect(await accounts({ as })).toEqual([]);
  });

  test('accept a document of the kinds that banks issue, which only their merchant can read', async () => {
    const withFile = (name: string, content: Buffer, fields: Record<string, string> = {}) => {
      const form = accountForm(fields);
      form.append('optionalDocument', new Blob([new Uint8Array(content)]), name);
      return form;
    };
    const refused = await post('AddBankAccount', withFile('letter.pdf', Buffer.from('MZ not a pdf')));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['optionalDocument']);
    const made = await post('AddBankAccount', withFile('letter.pdf', pdf()));
    expect(made.status, made.raw).toBe(200);
    const [{ bankAccountId, optionalDocument }] = await accounts();
    const read = (as: Actor) =>
      daftar.call({ path: `/merchant/storage/${optionalDocument}`, mode: 'test', as });
    expect((await read(owner)).status).toBe(200);
    expect((await read(stranger)).status).toBe(404);
    // Another merchant's file is no file of mine.
    const stolen = await post('AddBankAccount', accountForm({ optionalDocument }), { as: stranger });
    expect(stolen.status).toBe(422);
    // Without a new one it stays.
    const keep = accountForm({ bankAccountId: String(bankAccountId), bankName: 'NBE' });
    expect((await post('UpdateBankAccount', keep)).status).toBe(200);
    expect(await accounts()).toMatchObject([{ bankName: 'NBE', optionalDocument }]);
    const replace = withFile('cheque.png', await picture(), { bankAccountId: String(bankAccountId) });
    expect((await post('UpdateBankAccount', replace)).status).toBe(200);
    expect((await accounts())[0].optionalDocument).toMatch(/\.png$/);
  });

  test('appear in the audit log without their full numbers', async () => {
    await addAccount();
    const rows = await daftar.database.sql`
      select action, after::text from audit_log where merchant_id = ${owner.merchantId}`;
    expect(rows.map(({ action }) => action)).toEqual(['bank-account.add']);
    expect(rows[0]?.after).toContain('****0002');
    expect(rows[0]?.after).not.toContain(IBAN);
  });
});
