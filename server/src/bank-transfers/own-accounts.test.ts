/** Accounts of the provider that merchants are paid from. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { OPERATOR_PASSWORD } from '../../tests/kit/people.ts';
import { accountOfOurs, transferSamples } from '../../tests/kit/samples-transfers.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
  finance = await daftar.operator('finance');
});
afterAll(() => daftar.close());

const { ask, tell, lastAudit } = deskOf(() => daftar);
const root = '/bank-transfers/accounts';

test('an IBAN is registered once among our accounts in use, however it is written', async () => {
  const form = (iban: string) => ({
    name: 'Second account',
    bank_name: 'Banque Misr',
    iban,
    bic: '',
    format: 'pain.001',
    columns: '',
    current_password: OPERATOR_PASSWORD,
  });
  const add = (iban: string) => tell(finance, root, form(iban));
  expect((await add('EG800002000156789012345180002')).status).toBe(200);
  for (const iban of [
    'EG800002000156789012345180002',
    'eg80 0002 0001 5678 9012 3451 8000 2',
    '\u200eEG٨٠٠٠٠٢٠٠٠١٥٦٧٨٩٠١٢٣٤٥١٨٠٠٠٢',
  ]) {
    const again = await add(iban);
    expect([again.status, again.body.errors], iban).toEqual([
      422,
      { iban: ['Another of our accounts in use has this IBAN'] },
    ]);
  }
  const [{ id }] = (await ask(finance, root)).body.data.filter(
    ({ iban }: { iban: string }) => iban === 'EG800002000156789012345180002',
  );
  // Of two concurrent additions, one succeeds.
  await tell(finance, `${root}/${id}`, { current_password: OPERATOR_PASSWORD }, 'DELETE');
  const both = await Promise.all([
    add('EG800002000156789012345180002'),
    add('EG800002000156789012345180002'),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

describe('adding, changing and retiring an account', () => {
  const bodyOf = (name: 'addAccount' | 'setOptions') =>
    transferSamples[`ops-bank-transfers.${name}`]!.body!({ daftar } as never) as Record<string, unknown>;
  const calls = {
    'adding one': async (proof: object) => tell(finance, root, { ...bodyOf('addAccount'), ...proof }),
    'changing its options': async (proof: object) =>
      tell(
        finance,
        `${root}/${await accountOfOurs(daftar)}/options`,
        { ...bodyOf('setOptions'), ...proof },
        'PUT',
      ),
    'retiring one': async (proof: object) =>
      tell(finance, `${root}/${await accountOfOurs(daftar)}`, proof, 'DELETE'),
  };
  const accounts = async () =>
    (await ask(finance, root)).body.data.map(({ options, state }: { options: object; state: string }) => [
      options,
      state,
    ]);

  test.each(Object.entries(calls))(
    '%s needs the operator’s own password, which no audit entry has',
    async (_, call) => {
      for (const current_password of [undefined, null, '', 'Wrong&1234567']) {
        const refused = await call({ current_password });
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
      }
      const before = await accounts();
      expect((await call({ current_password: OPERATOR_PASSWORD })).status).toBe(200);
      expect(await accounts()).not.toEqual(before);
      const entry = await lastAudit();
      expect(entry).toMatchObject({ actor: finance.email });
      expect(JSON.stringify(entry)).not.toMatch(/password|Operator&4711x/);
    },
  );

  test('changes nothing without the password', async () => {
    const id = await accountOfOurs(daftar);
    const before = await accounts();
    const without = { current_password: 'Wrong&1234567' };
    await tell(finance, root, { ...bodyOf('addAccount'), ...without });
    await tell(finance, `${root}/${id}/options`, { ...bodyOf('setOptions'), ...without }, 'PUT');
    await tell(finance, `${root}/${id}`, without, 'DELETE');
    expect(await accounts()).toEqual(before);
  });
});
