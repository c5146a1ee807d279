/** Amounts as people, spreadsheets and attackers write them: kept to the piastre, or refused with nothing written. */
import type { Endpoint } from '@daftar/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Case, callCase, cases } from '../kit/cases.ts';
import { balances, differences, pay, refund, rowOf } from '../kit/money.ts';
import { newRows, rowsOf } from '../kit/rows.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';
import { linkForm } from './client.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

/** As it stands in the body, and the piastres that are kept; null: it is refused. */
const WRITTEN: [written: string, piastres: number | null][] = [
  ['150.25', 15_025],
  ['100.10', 10_010],
  // Hundredfold in binary fractions these are 115006.99999999999, 111.00000000000001 and 435.00000000000006.
  ['1150.07', 115_007],
  ['1.11', 111],
  ['4.35', 435],
  ['0.01', 1],
  // The number a thousand, however JSON writes it.
  ['1e3', 100_000],
  ['1.50', 150],
  ['9999999999.99', 999_999_999_999],
  ['"150.25"', 15_025],
  ['"007.5"', 750],
  ['" 5 "', 500],
  ['"١٢٣٫٤٥"', 12_345],
  ['"۱۲۳٫۴۵"', 12_345],
  ['"５"', 500],
  ['"١٢٣.٤"', 12_340],
  ['"5."', 500],
  ['"1,000"', 100_000],
  ['"1,234.50"', 123_450],
  ['"1,234,567"', 123_456_700],
  ['"١٬٢٣٤٫٥٠"', 123_450],
  ['"1 234.50"', 123_450],
  ['"1\\u00a0234.50"', 123_450],
  ['"\\u2066150.25\\u2069"', 15_025],
  // A comma that may be a decimal mark is never left out.
  ['"10,50"', null],
  ['"10,5"', null],
  ['"١٠٬٥٠"', null],
  ['"١٠،٥"', null],
  ['",5"', null],
  ['"1,00,0"', null],
  ['"0,500"', null],
  ['"1.000,50"', null],
  ['"1.234,5"', null],
  ['"1,234 567"', null],
  ['"10 50"', null],
  // 0.30000000000000004 and 200.29999999999998: a client that adds in binary fractions is told, not rounded.
  [String(0.1 + 0.2), null],
  [String(100.1 + 100.2 - 0.00000000000002), null],
  ['10.005', null],
  ['1e-7', null],
  ['10000000000', null],
  ['99999999999.99', null],
  ['9007199254740993', null],
  ['1e21', null],
  ['1e400', null],
  ['-1e400', null],
  ['-1', null],
  ['-0.01', null],
  ['-0', null],
  ['0', null],
  ['0.00', null],
  ['NaN', null],
  ['Infinity', null],
  ['0x10', null],
  ['+5', null],
  ['.5', null],
  ['5.', null],
  ['null', null],
  ['true', null],
  ['[150]', null],
  ['{"value":150}', null],
  ['""', null],
  ['" "', null],
  ['"0"', null],
  ['"1e3"', null],
  ['"1_000"', null],
  ['"NaN"', null],
  ['"Infinity"', null],
  ['"1e400"', null],
  ['"0x10"', null],
  ['"+5"', null],
  ['"-1"', null],
  ['"−1"', null],
  ['"-١"', null],
  ['".5"', null],
  ['"1.2.3"', null],
  ['"5 EGP"', null],
  ['"½"', null],
  ['"٣٫٠٠١"', null],
];

describe('an amount', () => {
  test.each(WRITTEN)(
    'of %s is stored as %s piastres, or refused with an error on its field and nothing written',
    async (written, piastres) => {
      const name = `Amount ${written}`;
      const payload = JSON.stringify({ ...linkForm(name, 1), amount: '@' }).replace('"@"', () => written);
      const reply = await daftar.server.inject({
        method: 'POST',
        url: '/api/sandbox/merchant/payment_links/create',
        headers: { ...owner.headers, 'content-type': 'application/json' },
        payload,
      });
      const rows = await daftar.database.sql<{ amount: number }[]>`
      select amount from payment_links where merchant_id = ${owner.merchantId} and invoice_name = ${name}`;
      expect(
        rows.map(({ amount }) => amount),
        reply.body,
      ).toEqual(piastres === null ? [] : [piastres]);
      if (piastres !== null) {
        expect(reply.statusCode).toBe(200);
        const path = `/merchant/payment_links/${reply.json().data.id}`;
        const told = await daftar.call({ path, mode: 'test', as: owner });
        // The very digits, and not the nearest fraction to them.
        expect(told.raw).toContain(`"total":${piastres / 100},`);
        return;
      }
      // Some of it is not JSON at all, and is told so.
      let isJson = true;
      try {
        JSON.parse(written);
      } catch {
        isJson = false;
      }
      expect(reply.statusCode).toBe(isJson ? 422 : 400);
      if (isJson) expect(Object.keys(reply.json().errors)).toEqual(['amount']);
    },
  );
});

type Part = 'body' | 'query';

interface Fields {
  shape?: Record<string, { safeParse(input: unknown): { data?: unknown } }>;
  /** What a query is before its three dialects become one. */
  _zod: { def: { in?: Fields } };
}

/** Fields of a call that read Arabic digits as money does; found by trying, so that a new one is covered by being there. */
function amountsOf(endpoint: Endpoint, part: Part): string[] {
  const schema = endpoint[part] as Fields | undefined;
  return Object.entries(schema?.shape ?? schema?._zod.def.in?.shape ?? {})
    .filter(([, field]) => field.safeParse('١٢٣٫٤٥').data === 12_345)
    .map(([name]) => name);
}

/** Whether a field of a body is a balance, which may be below zero. */
const maySign = ({ body }: Endpoint, name: string) =>
  (body as Fields | undefined)?.shape?.[name]?.safeParse('-1').data === -100;

const found = (part: Part) =>
  cases
    .filter(({ endpoint, mode }) => endpoint.base === 'fixed' || mode === 'live')
    .map((each) => [each.name, each, amountsOf(each.endpoint, part)] as const)
    .filter(([, , names]) => names.length > 0);

/** A body, also of a form with a file, with other values of some fields. */
function withFields(sample: object | undefined, fields: Record<string, string>): object {
  if (!(sample instanceof FormData)) return { ...sample, ...fields };
  const form = new FormData();
  for (const [name, value] of [...sample, ...Object.entries(fields)]) form.set(name, value);
  return form;
}

const REFUSED = [
  '1e3',
  '-1',
  'NaN',
  '1e400',
  '10.005',
  '99999999999.99',
  '0x10',
  '٣٫٠٠١',
  '10,50',
  '١٠٬٥',
  ',5',
  '1,00,0',
  '1.234,50',
];

describe('every amount of the API', () => {
  const bodies = found('body');
  const queries = found('query');
  const callerOf = async ({ endpoint }: Case) =>
    endpoint.path.startsWith('/ops') ? daftar.operator() : owner;

  test('is found, in bodies and in queries', () => {
    expect(bodies.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'payment-links.create',
        'invoices.create',
        'refunds.create',
        'payouts.request',
      ]),
    );
    expect(queries.length).toBeGreaterThan(3);
  });

  test.each(bodies)(
    '%s refuses an invalid amount with an error per field, and writes nothing',
    async (_, each, names) => {
      const world = { daftar, actor: owner, mode: each.mode };
      const params = await each.sample.params?.(world);
      const sample = await each.sample.body?.(world);
      const as = await callerOf(each);
      const before = await rowsOf(daftar, owner.merchantId);
      for (const text of REFUSED) {
        const wrong = text === '-1' ? names.filter((name) => !maySign(each.endpoint, name)) : names;
        if (wrong.length === 0) continue;
        const body = withFields(sample, Object.fromEntries(wrong.map((name) => [name, text])));
        const answer = await callCase(daftar, each, as, owner, params ? { params, body } : { body });
        expect(answer.status, `${text}: ${answer.raw}`).toBe(422);
        expect(Object.keys(answer.body.errors), text).toEqual(expect.arrayContaining(wrong));
      }
      expect(await newRows(daftar, owner.merchantId, before)).toEqual({});
    },
  );

  test.each(queries)('%s refuses to filter by an invalid amount', async (_, each, names) => {
    const as = await callerOf(each);
    for (const text of REFUSED) {
      const query = Object.fromEntries(names.map((name) => [name, text]));
      const answer = await callCase(daftar, each, as, owner, { query });
      expect(answer.status, `${text}: ${answer.raw}`).toBe(422);
      expect(Object.keys(answer.body.errors), text).toEqual(names);
    }
  });
});

describe('the largest amount', () => {
  const LARGEST = 9_999_999_999.99;

  test('can be paid and refunded to the last piastre but no further, and the ledger balances', async () => {
    owner = await daftar.merchant();
    const { id } = await pay(daftar, owner, { pounds: LARGEST });
    expect((await refund(daftar, owner, id, { amount: 0.01 })).status).toBe(200);
    const above = await refund(daftar, owner, id, { amount: LARGEST });
    expect(above.body.errors).toHaveProperty('amount');
    expect((await refund(daftar, owner, id, { amount: '9999999999.98' })).status).toBe(200);
    expect(await rowOf(daftar, id)).toMatchObject({ status: 3, refunded: 999_999_999_999, refunding: 0 });
    expect(await balances(daftar, owner)).toMatchObject({ clearing: 0 });
    const details = await daftar.call({ path: `/merchant/transactions/${id}`, mode: 'live', as: owner });
    expect(details.raw).toContain(`"refunded_amount":${LARGEST}`);
    expect(await differences(daftar)).toEqual([]);
  });

  test.each([
    { fixed_fees: 0.01 },
    { percentage_tax: 0.01 },
    { fixed_tax: LARGEST, fixed_fees: LARGEST },
    { percentage_fees: 100, percentage_tax: 100 },
  ])('is also the largest total: %j on top is refused', async (charge) => {
    const body = { ...linkForm('Too much', 1), amount: LARGEST, ...charge };
    const path = '/merchant/payment_links/create';
    const answer = await daftar.call({ method: 'POST', path, mode: 'test', as: owner, body });
    expect(answer.status, answer.raw).toBe(422);
    expect(answer.body.errors).toHaveProperty('amount');
  });
});
