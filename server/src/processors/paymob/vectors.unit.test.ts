import { describe, expect, it } from 'vitest';
import type { RawNotification } from '../gateway.ts';
import { isGenuine, SIGNED_FIELDS, type SignedField, sign, signedText } from './signature.ts';

const SECRET = 'sim_hmac_secret';

/** The transaction of a published emulator's golden signatures. */
const OBJ = {
  id: 900001,
  pending: false,
  amount_cents: 10000,
  success: true,
  is_auth: false,
  is_capture: false,
  is_standalone_payment: true,
  is_voided: false,
  is_refunded: false,
  is_3d_secure: false,
  integration_id: 1001,
  has_parent_transaction: false,
  order: { id: 700001, merchant_order_id: 'ORDER-123' },
  created_at: '2026-08-14T12:00:00.000000',
  currency: 'EGP',
  source_data: { type: 'card', pan: '0010', sub_type: 'Visa' },
  error_occured: false,
  owner: 500001,
};
const TEXT =
  '100002026-08-14T12:00:00.000000EGPfalsefalse9000011001falsefalsefalsefalsetruefalse700001500001false0010Visacardtrue';
const SIGNATURE =
  '033e0bca25918ecf037674c6f9e3ed1c11ba969f16b647f39cf0c404bdcf6db767e0fbe9dc8a523cbc8d19e459c3843222d167201f4705657002eb3671f2619b';

const posted = (obj: object, hmac = SIGNATURE, type = 'TRANSACTION'): RawNotification => ({
  method: 'POST',
  query: [['hmac', hmac]],
  headers: {},
  body: JSON.stringify({ type, obj }),
});

/** The same in the form of a payer's return URL. */
const RETURN: [string, string][] = SIGNED_FIELDS.map((field) => {
  const [first = '', second] = field.split('.');
  const value = (OBJ as Record<string, unknown>)[first];
  return [
    field === 'order.id' ? 'order' : field,
    String(second === undefined ? value : (value as Record<string, unknown>)[second]),
  ];
});
const returned = (query: [string, string][]): RawNotification => ({
  method: 'GET',
  query: [...query, ['hmac', SIGNATURE]],
  headers: {},
  body: '',
});

describe("Paymob's signatures", () => {
  it('are those of the published vectors', () => {
    expect(sign(SECRET, TEXT)).toBe(SIGNATURE);
    expect(
      sign(
        'dummy_hmac',
        '1111112025-04-01T17:29:16.967925EGPfalsefalsedummy_id1234truefalsefalsefalsetruefalse12312false1111Visacardtrue',
      ),
    ).toBe(
      '51860052ecc6d9f08ac30a549359019e2eee837913b5673094c242c817ddf57c055ba5e3e9c0894b1171e62c2d37cd55ff98a46a0e28e1ccf2e4a907e6683aa5',
    );
  });

  it("put a transaction's values together as in the documentation's example", () => {
    const values: Record<SignedField, string> = {
      amount_cents: '100000',
      created_at: '2024-06-13T11:33:44.592345',
      currency: 'EGP',
      error_occured: 'false',
      has_parent_transaction: 'false',
      id: '192036465',
      integration_id: '4097558',
      is_3d_secure: 'true',
      is_auth: 'false',
      is_capture: 'false',
      is_refunded: 'false',
      is_standalone_payment: 'true',
      is_voided: 'false',
      'order.id': '217503754',
      owner: '302852',
      pending: 'false',
      'source_data.pan': '2346',
      'source_data.sub_type': 'MasterCard',
      'source_data.type': 'card',
      success: 'true',
    };
    expect(signedText(values)).toBe(
      '1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue',
    );
  });

  it('make posted transactions genuine: paid, declined, pending', () => {
    expect(isGenuine(SECRET, posted(OBJ))).toBe(true);
    expect(
      isGenuine(
        SECRET,
        posted(
          { ...OBJ, success: false, error_occured: true },
          '3a2ddb6a531a6e457b0ad2a8bb0d535fc87ffc97d9f8180b3037a2635c0ce380a77c8d4f9cd2840374ffd3e4c1103a75ff293b28b3643caaaf9a6f6891fb1ddc',
        ),
      ),
    ).toBe(true);
    expect(
      isGenuine(
        SECRET,
        posted(
          { ...OBJ, success: false, pending: true },
          '1f8f22b11fd177b0bdbd8052e0aafce007ebe4486252daf04be26f9fe2c1de68e22f169d4e934313c372eae8690df341c8e25677cc1a6906ac4613bb0059fda4',
        ),
      ),
    ).toBe(true);
  });

  it('make a card token genuine', () => {
    const token = {
      id: 800001,
      token: 'tok_sim_01J5A7V8M8QK6R2D1N4B9C3E5F',
      masked_pan: 'xxxx-xxxx-xxxx-0010',
      merchant_id: 500001,
      card_subtype: 'Visa',
      created_at: '2026-08-14T12:00:00.000000',
      email: 'test@example.com',
      order_id: '700001',
    };
    const hmac =
      '9492bf9da9bf2d3f31ffca5a1d6cbb08f01c8149a010edac20a96bd3d2b56e933a63ad3b53d4bafdfb92d4ba6a5b4a8713461c5e7b5b3a628351196da6476c32';
    expect(isGenuine(SECRET, posted(token, hmac, 'TOKEN'))).toBe(true);
    expect(isGenuine(SECRET, posted({ ...token, token: 'tok_other' }, hmac, 'TOKEN'))).toBe(false);
  });

  it('are made with one key', () => {
    expect(isGenuine('sim_hmac_secreT', posted(OBJ))).toBe(false);
    expect(isGenuine('', posted(OBJ, sign('', TEXT)))).toBe(false);
  });

  it.each(SIGNED_FIELDS)('cover %s', (field) => {
    const [first = '', second] = field.split('.');
    const changed = (value: unknown) =>
      typeof value === 'boolean'
        ? !value
        : typeof value === 'number'
          ? value + 1
          : String(value).replace(/^./, (letter) => (letter === '2' ? '1' : letter === 'U' ? 'V' : 'U'));
    const before = (OBJ as Record<string, unknown>)[first];
    const after =
      second === undefined
        ? changed(before)
        : { ...(before as object), [second]: changed((before as Record<string, unknown>)[second]) };
    expect(isGenuine(SECRET, posted({ ...OBJ, [first]: after }))).toBe(false);
  });

  it('do not hold for the values in another order', () => {
    const values = Object.fromEntries(RETURN);
    const sorted = Object.keys(values).sort().reverse();
    const hmac = sign(SECRET, sorted.map((name) => values[name]).join(''));
    expect(isGenuine(SECRET, posted(OBJ, hmac))).toBe(false);
  });

  it('do not hold when digits are moved from one value to the next', () => {
    // The signed text stays the same: 100.00 EGP would become 1,000,020.26 EGP or 10.00 EGP.
    const moved = (obj: object) => isGenuine(SECRET, posted({ ...OBJ, ...obj }));
    expect(moved({ amount_cents: 100002026, created_at: '-08-14T12:00:00.000000' })).toBe(false);
    expect(moved({ amount_cents: 100002, created_at: '026-08-14T12:00:00.000000' })).toBe(false);
    expect(moved({ amount_cents: 1000, created_at: '02026-08-14T12:00:00.000000' })).toBe(false);
    expect(moved({ id: 90000110, integration_id: '01' })).toBe(false);
    expect(moved({ order: { id: 70000150 }, owner: '0001' })).toBe(false);
    expect(moved({ currency: 'EGPfalse', error_occured: 'false', has_parent_transaction: '' })).toBe(false);
  });

  it('must be there, whole, and once', () => {
    expect(isGenuine(SECRET, { ...posted(OBJ), query: [] })).toBe(false);
    expect(isGenuine(SECRET, posted(OBJ, SIGNATURE.slice(2)))).toBe(false);
    const twice = {
      ...posted(OBJ),
      query: [
        ['hmac', SIGNATURE],
        ['hmac', SIGNATURE],
      ] as const,
    };
    expect(isGenuine(SECRET, twice)).toBe(false);
    expect(isGenuine(SECRET, { ...posted(OBJ), body: 'not JSON' })).toBe(false);
    expect(isGenuine(SECRET, { ...posted(OBJ), body: '[null]' })).toBe(false);
    const { owner: _, ...less } = OBJ;
    expect(isGenuine(SECRET, posted(less))).toBe(false);
  });

  it('make the address of a return genuine, with either name of the order and exactly one', () => {
    const rename = (from: string, to: string) =>
      RETURN.map(([name, value]): [string, string] => [name === from ? to : name, value]);
    expect(isGenuine(SECRET, returned(RETURN))).toBe(true);
    expect(isGenuine(SECRET, returned(rename('order', 'order_id')))).toBe(true);
    expect(isGenuine(SECRET, returned(rename('source_data.pan', 'source_data_pan')))).toBe(true);
    expect(isGenuine(SECRET, returned([...RETURN, ['order_id', '700001']]))).toBe(false);
    expect(isGenuine(SECRET, returned([...RETURN, ['success', 'true']]))).toBe(false);
    expect(isGenuine(SECRET, returned(RETURN.filter(([name]) => name !== 'success')))).toBe(false);
  });

  it('of an intention hold for its amount and id, and for no transaction', () => {
    const intention = { id: 'pi_test_1', intention_detail: { amount: 20050 } };
    const hmac = sign(SECRET, '200.50pi_test_1');
    const raw = (body: object): RawNotification => ({
      ...posted(OBJ),
      query: [],
      body: JSON.stringify(body),
    });
    expect(isGenuine(SECRET, raw({ intention, transaction: OBJ, hmac }))).toBe(true);
    expect(isGenuine(SECRET, raw({ intention: { ...intention, id: 'pi_test_2' }, hmac }))).toBe(false);
    expect(isGenuine(SECRET, raw({ type: 'TRANSACTION', obj: OBJ, intention, hmac }))).toBe(false);
  });
});
