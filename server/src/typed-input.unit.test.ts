/** Tests text as people type and paste it, in every field of every call that accepts it. */

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

/** Returns the fields of a schema, at any depth. */
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

/** Forms sent by pages of payers and shops. */
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

/** Returns a whole number that a field accepts as text; undefined if it accepts none. */
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

const amounts = fields.filter((field) => {
  const value = read(field, '1.5');
  return typeof value === 'number' && value > 0;
});

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

/**
 * Variants in which a number or code is copied from a message: with direction marks, dashes and blanks of every kind.
 */
const copies = (text: string) => [
  ...['\u200e', '\u200f', '\u202a', '\u2068', '\u061c', '\u200b', '\u2060', '\ufeff', '\u00ad'].flatMap(
    (mark) => [`${mark}${text}${mark}`, text.slice(0, 2) + mark + text.slice(2)],
  ),
  ...['-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212', ' ', '\u00a0', '\u2009', '\u202f'].map(
    (between) => text.slice(0, 2) + between + text.slice(2),
  ),
  ` ${text}\u00a0`,
  inArabic(text),
];

const IBAN = 'EG380019000500000000263180002';
/** Numbers and codes that fields with such names accept, and their results. */
const NUMBERS: [names: RegExp, typed: string][] = [
  [/mobile|phone/i, '01001234567'],
  [/otp$|^code$/i, '123456'],
  [/^iban$/i, IBAN],
  [/account_?number/i, '1234567890'],
  [/national_?id/i, '29001011234567'],
  [/^card_cvv$/i, '123'],
  [/^card_number$/i, '4111111111111111'],
];
/** Fields with such names but other contents: search text, filters, secrets of programs. */
const OTHERS =
  /\.query\.|company-sign-in|finishCompany|notify_by|require_|\.type$|checkout\.otp|columns|words/;

test('every number and code is read as it is copied from a message, wherever a call takes one', () => {
  const tried = fields.flatMap((field) => {
    if (OTHERS.test(field.path)) return [];
    const typed = NUMBERS.find(([names]) => names.test(field.name))?.[1];
    return typed === undefined || read(field, typed) === undefined ? [] : [{ field, typed }];
  });
  const paths = tried.map(({ field }) => field.path);
  for (const path of [
    'auth.register.body.mobileNumber',
    'ops.login.body.code',
    'otp.otp',
    'card.card_cvv',
    'card.card_number',
  ])
    expect(paths, path).toContain(path);
  const wrong = tried.flatMap(({ field, typed }) => {
    const plain = read(field, typed);
    return copies(typed)
      .filter((copy) => {
        const result = read(field, copy);
        // Card numbers stay as typed until they are sent, and are never stored.
        return field.path.startsWith('card.') ? result === undefined : result !== plain;
      })
      .map((copy) => `${field.path} ${JSON.stringify(copy)}`);
  });
  expect(wrong).toEqual([]);
});

test('every e-mail address is read without the marks that are copied with it', () => {
  const tried = fields.filter((field) => read(field, 'Mona@Example.com') === 'mona@example.com');
  expect(tried.length).toBeGreaterThan(10);
  const wrong = tried.flatMap((field) =>
    ['\u200fmona@example.com\u200e', '\u2066Mona@example.com\u2069', ' \ufeffmona@\u200bexample.com\u00a0']
      .filter((copy) => read(field, copy) !== 'mona@example.com')
      .map((copy) => `${field.path} ${JSON.stringify(copy)}`),
  );
  expect(wrong).toEqual([]);
});

/**
 * Multi-line text fields, and fields that are no text: secrets, queries, drafts of forms, and values sent by
 * programs.
 */
const LINES =
  /([dD]escription|notes?|reasons?|text(_en|_ar)?|message(_en|_ar)?|answer|[aA]ddress|footer(En|Ar))(\[\])?$/;
const NOT_TEXT =
  /^store\.q|\.query\.|query\[\]|password|token|secret|step_up|proof|cursor|credentials|path|[uU]rl|state|metadata|company-sign-in|finishCompany|assertion|configuration|data|value$|values\[\]|kyc.saveDraft|columns|response|origins|ips\[\]|avatar|endpoint$|answered_at|payment_methods|checkout.otp|\.was\./;

test('text that is not of several lines holds one line', () => {
  const single = fields.filter(({ path }) => !LINES.test(path) && !NOT_TEXT.test(path));
  const tried = single.filter((field) => read(field, 'Nile Trading') === 'Nile Trading');
  expect(tried.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['customers.create.body.name', 'payment-links.create.body.invoice_name']),
  );
  const wrong = tried.flatMap((field) =>
    ['\t', '\n', '\r\n', '\u000b', '\f', '\u0085', '\u2028', '\u2029'].flatMap((end) => {
      const result = read(field, `Nile${end}Trading`);
      return result === 'Nile Trading' || result === undefined
        ? []
        : [`${field.path} ${JSON.stringify(end)}`];
    }),
  );
  expect(wrong).toEqual([]);
});
