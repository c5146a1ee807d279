/** A payer's choice of the amount or quantity of a link, never outside the bounds. */
import { type ChoiceView, writeChoice } from '@daftar/contract/checkout';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cardForm,
  type Link,
  linkRow,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { ANY_CHARACTER } from '../../tests/kit/platform/any-character.ts';
import { firstOffered, pricedAt, readChoice } from './choice.ts';
import { paymentLinkSource } from './link-source.ts';
import type { Payable } from './payable-source.ts';
import { expireLinks } from './store-links.ts';

let checkout: TestCheckout;
let merchant: number;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
beforeEach(async () => {
  merchant = await checkout.merchant();
});
afterAll(() => checkout.close());

/** Creates a link of 100.00 EGP that takes many payments, with further columns. */
async function linkWith(columns: Record<string, unknown>): Promise<Link> {
  const link = await checkout.link(merchant, { maxPaymentCount: 1000 });
  await checkout.sql`
    update payment_links set ${checkout.sql(columns as never)} where merchant_id = ${merchant} and id = ${link.id}`;
  return link;
}
const openLink = () => linkWith({ min_amount: 1_000, max_amount: 50_000, suggested_amounts: [20_000] });
const perPiece = () => linkWith({ min_quantity: 2, max_quantity: 5 });

const pay = (link: Link, decided: Record<string, string>) =>
  checkout.post(`/pay/${link.token}`, { ...cardForm(), ...decided });
const charged = async () => (await transactionsOf(checkout.sql, merchant)).map((each) => each.charged);

const bounded = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }))
  .map(([least, more]) => ({ least, most: least + more }));
const choices: fc.Arbitrary<ChoiceView> = fc.oneof(
  bounded.map((each) => ({ kind: 'amount' as const, chosen: each.least, suggested: [], ...each })),
  fc
    .tuple(
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 9_900 }),
      fc.integer({ min: 1, max: 1e9 }),
    )
    .map(([least, more, each]) => ({
      kind: 'quantity' as const,
      chosen: least,
      least,
      most: least + more,
      each,
    })),
);
const typed = fc.oneof(
  fc.string({ unit: ANY_CHARACTER }),
  fc.string({ unit: fc.constantFrom(...'0123456789٠١٢٣٤٥٦٧٨٩.,٫٬-+e ') }),
  fc.integer().map(String),
);

describe('what is typed', () => {
  test('is within the bounds, or nothing, whatever it is', () => {
    fc.assert(
      fc.property(choices, typed, (choice, text) => {
        const read = readChoice(choice, text);
        if (!read.ok) {
          expect([
            'Required',
            'AmountOutside',
            'QuantityOutside',
            'DecimalComma',
            'NegativeNumber',
            'InvalidAmountFormat',
          ]).toContain(read.error.key);
          return;
        }
        expect(Number.isSafeInteger(read.chosen)).toBe(true);
        expect(read.chosen).toBeGreaterThanOrEqual(choice.least);
        expect(read.chosen).toBeLessThanOrEqual(choice.most);
      }),
      { numRuns: 2000 },
    );
  });

  test('is read as it is written, each within the bounds', () => {
    fc.assert(
      fc.property(choices, fc.double({ min: 0, max: 1, noNaN: true }), (choice, share) => {
        const chosen = choice.least + Math.floor((choice.most - choice.least) * share);
        expect(readChoice(choice, writeChoice({ ...choice, chosen }))).toEqual({ ok: true, chosen });
      }),
    );
  });

  test.each([
    ['١٥٠٫٥', 15_050],
    ['1,000.00', 100_000],
    ['١٬٠٠٠', 100_000],
    [' 99 ', 9_900],
  ])('%s is an amount', (text, chosen) =>
    expect(readChoice({ kind: 'amount', chosen: 1, least: 1, most: 100_000, suggested: [] }, text)).toEqual({
      ok: true,
      chosen,
    }),
  );

  test.each(['12,50', '1,5', '1,00,0', '٧٥٬٥', ',5', '1.234,50'])(
    '%s is not read with its comma left out, and the payer is told how to write decimals',
    (text) =>
      expect(
        readChoice({ kind: 'amount', chosen: 1, least: 1, most: 1_000_000, suggested: [] }, text),
      ).toEqual({
        ok: false,
        error: { key: 'DecimalComma' },
      }),
  );
});

test('the total is what is decided with its fees and tax, each rounded once, in pounds at the rate', () => {
  const charge = fc.record({
    fixedPiastres: fc.integer({ min: 0, max: 100_000 }),
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
  });
  const half = (amount: bigint, divisor: bigint) => (amount * 2n + divisor) / (divisor * 2n);
  fc.assert(
    fc.property(
      choices,
      charge,
      charge,
      fc.integer({ min: 1, max: 90_000_000 }),
      (choice, fees, tax, rateScaled) => {
        const view = { choice, charged: null, currency: 'EGP' };
        const payable = { view, rateScaled, charges: { fees, tax } } as unknown as Payable;
        const { view: made, valuePiastres } = pricedAt(payable, choice.most);
        const subtotal = BigInt(choice.kind === 'amount' ? choice.most : choice.most * choice.each);
        const of = ({ fixedPiastres, basisPoints }: typeof fees) =>
          BigInt(fixedPiastres) + half(subtotal * BigInt(basisPoints), 10_000n);
        const total = subtotal + of(fees) + of(tax);
        expect(BigInt(made.total)).toBe(total);
        expect(BigInt(made.subtotal) + BigInt(made.fees) + BigInt(made.tax)).toBe(total);
        expect(BigInt(valuePiastres)).toBe(half(total * BigInt(rateScaled), 1_000_000n));
        expect(() => pricedAt(payable, choice.most + 1)).toThrow(RangeError);
        expect(() => pricedAt(payable, choice.least - 1)).toThrow(RangeError);
        expect(firstOffered(payable).view.choice?.chosen).toBe(choice.chosen);
      },
    ),
  );
});

describe('a link whose payer decides the amount', () => {
  test('shows its total before it is paid, and takes exactly what was shown', async () => {
    const link = await openLink();
    const first = await checkout.get(`/pay/${link.token}`);
    expect(first.view?.page).toMatchObject({
      payable: {
        total: 10_000,
        choice: { kind: 'amount', least: 1_000, most: 50_000, suggested: [10_000, 20_000] },
      },
    });
    const other = await pay(link, { amount: '333.33', priced: '100.00' });
    expect(other.status).toBe(409);
    expect(other.view?.page).toMatchObject({
      payable: { total: 33_333, choice: { chosen: 33_333 } },
      errors: {},
      notice: { key: 'ChoiceChanged' },
    });
    expect((await pay(link, { amount: '333.33', update: '1' })).status).toBe(200);
    expect((await pay(link, { amount: '333.33' })).status).toBe(409);
    expect(await charged()).toEqual([]);

    expect((await pay(link, { amount: '333.33', priced: '333.33' })).status).toBe(303);
    expect((await pay(link, { amount: '٥٠٠', priced: '500.00' })).status).toBe(303);
    const paid = await transactionsOf(checkout.sql, merchant);
    // 2.75 % and 3 EGP of the paid amount, with 14 % VAT.
    expect(paid.map(({ charged: amount, net }) => [amount, net])).toEqual([
      [33_333, 33_333 - 1_217 - 170],
      [50_000, 50_000 - 1_675 - 235],
    ]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 2, paid: 2, held: 0 });
    expect(await checkout.differences()).toEqual([]);
  });

  test('is never paid outside its bounds, whatever is sent', async () => {
    const link = await openLink();
    const edges = [
      '9.99',
      '500.01',
      '-100',
      '0',
      '1e3',
      '10.001',
      '٩٫٩٩',
      '99999999999999',
      'NaN',
      '100;DROP',
      '\u0000',
    ];
    const sent = fc.oneof(fc.constantFrom(...edges), fc.string({ unit: ANY_CHARACTER }));
    await fc.assert(
      fc.asyncProperty(sent, async (amount) => {
        const reply = await pay(link, { amount, priced: amount });
        expect([303, 409, 422]).toContain(reply.status);
        for (const piastres of await charged()) {
          expect(piastres).toBeGreaterThanOrEqual(1_000);
          expect(piastres).toBeLessThanOrEqual(50_000);
        }
      }),
      { numRuns: 40, examples: edges.map((each) => [each]) },
    );
    for (const amount of edges) expect((await pay(link, { amount, priced: amount })).status).toBe(422);
    expect((await checkout.get(`/pay/${link.token}?amount=500.01`)).status).toBe(422);
    expect((await checkout.get(`/pay/${link.token}?amount=499`)).view?.page).toMatchObject({
      payable: { total: 49_900 },
    });
  });

  test('says only what is wrong with the amount while the rest of the form is still empty', async () => {
    const link = await openLink();
    const { method = '' } = cardForm();
    const forms: Record<string, string>[] = [
      { amount: '10,50', priced: '' },
      { amount: '10,50', priced: '', update: '1' },
    ];
    for (const sent of forms) {
      const { status, view } = await checkout.post(`/pay/${link.token}`, { method, ...sent });
      expect(status).toBe(422);
      expect(view?.page).toHaveProperty('errors', { amount: [{ key: 'DecimalComma' }] });
    }
  });

  test('charges the customer the fee of what they decided, where they bear it', async () => {
    merchant = await checkout.merchant({ feesOn: 'C' });
    const link = await openLink();
    const decided = { amount: '200.00', priced: '200.00' };
    // The page had shown the charge of another amount.
    expect((await pay(link, { ...decided, shown: '1:10656' })).status).toBe(409);
    expect((await pay(link, { ...decided, shown: '1:20969' })).status).toBe(303);
    expect(await charged()).toEqual([20_969]);
  });
});

describe('a link whose payer decides how many', () => {
  test('takes the price of all of them, and its receipt says how many', async () => {
    const link = await perPiece();
    expect((await checkout.get(`/pay/${link.token}`)).view?.page).toMatchObject({
      payable: { total: 20_000, choice: { kind: 'quantity', chosen: 2, each: 10_000 } },
    });
    for (const quantity of ['1', '6', '2.5', '', '-3']) {
      expect((await pay(link, { quantity, priced: quantity })).status).toBe(422);
    }
    expect(await charged()).toEqual([]);
    const paid = await pay(link, { quantity: '٣', priced: '3' });
    expect(await charged()).toEqual([30_000]);
    expect((await checkout.get(paid.location!)).view?.page).toMatchObject({
      attempt: { quantity: 3, receivedPiastres: 30_000 },
    });
    expect(await checkout.differences()).toEqual([]);
  });
});

test('the database refuses an attempt that its link does not offer, whoever writes it', async () => {
  const link = await openLink();
  await pay(link, { amount: '100.00', priced: '100.00' });
  const again = (columns: Record<string, number>) =>
    checkout.sql.begin(async (tx) => {
      const [made] = await tx<{ id: number }[]>`
      insert into transactions ${tx(await copyOf('transactions', columns))} returning id`;
      const quantity = columns.quantity ?? 1;
      await tx`insert into payment_attempts ${tx({ ...(await copyOf('payment_attempts', {})), transaction_id: made!.id, quantity })}`;
    });
  const copyOf = async (table: string, columns: Record<string, number>) => {
    const [row] =
      await checkout.sql`select * from ${checkout.sql(table)} where merchant_id = ${merchant} limit 1`;
    const { id: _, ...rest } = row!;
    const { quantity: __, ...own } = columns;
    const fresh =
      table === 'transactions'
        ? { reference: 'TRX-0000000A' }
        : {
            token: 'a'.repeat(22),
            submission_key: null,
            external_ref: 'A'.repeat(20),
            processor_reference: null,
          };
    return { ...rest, ...fresh, ...own };
  };
  await expect(again({ subtotal: 50_001, total: 50_001 })).rejects.toThrow(/not what the link offers/);
  await expect(again({ subtotal: 999, total: 999 })).rejects.toThrow(/not what the link offers/);
  await expect(again({ total: 20_000 })).rejects.toThrow(/not what the link offers/);
  await expect(again({ quantity: 2 })).rejects.toThrow(/not what the link offers/);
  await again({});
});

test('a link without an end and without a limit stays open, however often it is paid', async () => {
  const link = await linkWith({ max_payment_count: 2_147_483_647 });
  await checkout.sql`update payment_links set due_at = 'infinity' where merchant_id = ${merchant} and id = ${link.id}`;
  expect((await checkout.get(`/pay/${link.token}`)).view?.page).toMatchObject({ payable: { dueDate: null } });
  for (let time = 0; time < 3; time += 1) expect((await pay(link, {})).status).toBe(303);
  // A code is valid for a day.
  const code = await checkout.post(`/pay/${link.token}`, { method: '4' });
  expect((await checkout.get(code.location!)).view?.page).toMatchObject({ attempt: { secondsLeft: 86_400 } });
  checkout.clock.advance({ days: 3_650 });
  // Attempts of earlier tests have ended; this one has not.
  await expireLinks(checkout.app.db, checkout.clock.now(), 100);
  const found = await paymentLinkSource.find(checkout.app.db, link, checkout.clock.now());
  expect(found).toMatchObject({ closed: null, isForMany: true });
  expect(await linkRow(checkout.sql, link)).toMatchObject({ status: 2, paid: 3 });
});
