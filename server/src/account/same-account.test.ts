import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { isSameAccount } from './rules.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

test('is_same_bank_account answers as isSameAccount for any numbers', async () => {
  const numbers = fc.record({
    iban: fc.constantFrom('', 'EG38', 'EG80'),
    bankAccountNumber: fc.constantFrom('1000-2000', '10002000', '1000 2000', '9999'),
    swift: fc.constantFrom('', 'CIBEEGCX', 'NBEGEGCX'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(numbers, numbers), { minLength: 50, maxLength: 50 }),
      async (pairs) => {
        const rows = await daftar.database.sql<{ is: boolean }[]>`
        select is_same_bank_account(b->>'iban', b->>'bankAccountNumber', b->>'swift',
                                    a->>'iban', a->>'bankAccountNumber', a->>'swift') as is
          from jsonb_array_elements(${daftar.database.sql.json(pairs)}) with ordinality p (pair, place),
               lateral (select pair->0 as b, pair->1 as a) each
         order by place`;
        expect(rows.map(({ is }) => is)).toEqual(
          pairs.map(([before, after]) => isSameAccount(before, after)),
        );
      },
    ),
    { numRuns: 5 },
  );
});
