/** What people type and paste, tried in every field of every call that takes it. */

import { CardForm, OtpForm, PAYER_RULES, WalletForm } from '@daftar/contract/checkout';
import type { Endpoint } from '@daftar/contract/endpoint';
import type { Schema } from '@daftar/contract/schema';
import { CartForm, CheckoutForm, StoreQuery } from '@daftar/contract/storefront';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from './endpoints.ts';

interface Field {
  /** `payment-links.create.body.amount` */
  path: string;
  name: string;
  schema: Schema;
}

interface Def {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  options?: Schema[];
  valueType?: Schema;
}

/** The fields of a schema, at any depth. */
function fieldsOf(schema: Schema, path: string): Field[] {
  const def = schema._zod.def as unknown as Def;
  const inner = [def.innerType, def.in, ...(def.options ?? [])].filter((each) => each !== undefined);
  const named = Object.entries(def.shape ?? {}).flatMap(([name, field]) => [
    { path: `${path}.${name}`, name, schema: field },
    ...fieldsOf(field, `${path}.${name}`),
  ]);
  const items = [def.element, def.valueType].filter((each) => each !== undefined);
  const listed = items.flatMap((item) => [
    { path: `${path}[]`, name: '[]', schema: item },
    ...fieldsOf(item, `${path}[]`),
  ]);
  return [...named, ...listed, ...inner.flatMap((each) => fieldsOf(each, path))];
}

/** Forms that pages of payers and shops send. */
const PAGES = {
  pay: z.object(PAYER_RULES),
  card: CardForm,
  wallet: WalletForm,
  otp: OtpForm,
  cart: CartForm,
  checkout: CheckoutForm,
  store: StoreQuery,
};

const fields = [
  ...Object.entries(allEndpoints).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).flatMap(([key, endpoint]) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        endpoint[part] ? fieldsOf(endpoint[part] as Schema, `${noun}.${key}.${part}`) : [],
      ),
    ),
  ),
  ...Object.entries(PAGES).flatMap(([page, schema]) => fieldsOf(schema, page)),
];

const read = ({ schema }: Field, typed: unknown): unknown => {
  const result = schema.safeParse(typed);
  return result.success ? result.data : undefined;
};

const ARABIC = '٠١٢٣٤٥٦٧٨٩';
const inArabic = (text: string) => text.replace(/\d/g, (digit) => ARABIC[Number(digit)]!);

/** A whole number that a field takes as text; undefined where it takes none. */
function wholeNumberOf(field: Field): number | undefined {
  if (read(field, '1.5') !== undefined) return undefined;
  return [0, 1, 2, 3, 5, 7, 10, 12, 14, 24, 48, 60, 1440].find((each) => read(field, String(each)) === each);
}

const wholeNumbers = fields.flatMap((field) => {
  const number = wholeNumberOf(field);
  return number === undefined ? [] : [{ field, number }];
});

test('whole numbers are found in addresses, queries and bodies', () => {
  const paths = new Set(wholeNumbers.map(({ field }) => field.path));
  for (const path of [
    'payment-links.details.params.id',
    'transactions.list.query.page',
    'payment-links.create.body.max_quantity',
    'payment-links.create.body.currency_id',
    'products.create.body.in_stock',
    'cart.quantity',
  ])
    expect(paths, path).toContain(path);
});

test('every whole number is read by its digits of either script, and in no other way', () => {
  const wrong = wholeNumbers.flatMap(({ field, number }) => {
    const forms = [
      `${number}e0`,
      `+${number}`,
      `${number}.0`,
      `0x${number.toString(16)}`,
      `0b${number.toString(2)}`,
      `0o${number.toString(8)}`,
      `-${number}`,
      `${number},0`,
      `${number} 0`,
      `${number}n`,
    ];
    if (number === 10) forms.push('1e1');
    const taken = forms.filter((form) => read(field, form) !== undefined).map((form) => `takes ${form}`);
    const right = [inArabic(String(number)), `\u200f${number}\u200e`, ` ${number}\u00a0`];
    const refused = right
      .filter((form) => read(field, form) !== number)
      .map((form) => `refuses ${JSON.stringify(form)}`);
    return [...taken, ...refused].map((what) => `${field.path} ${what}`);
  });
  expect(wrong).toEqual([]);
});

const amounts = fields.filter((field) => typeof read(field, '1.5') === 'number');

test('every amount and rate refuses a comma that may be a decimal mark', () => {
  expect(amounts.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'payment-links.create.body.amount',
      'payment-links.create.body.suggested_amounts[]',
    ]),
  );
  const wrong = amounts.flatMap((field) =>
    ['1,50', '1,5', '١٬٥', '1،5', ',5', '1,00,0', '1.234,50', '0,500']
      .filter((form) => read(field, form) !== undefined)
      .map((form) => `${field.path} takes ${form}`),
  );
  expect(wrong).toEqual([]);
  const refused = amounts.filter((field) => read(field, '\u2066١٫٥\u2069') !== read(field, '1.5'));
  expect(refused.map(({ path }) => path)).toEqual([]);
});
