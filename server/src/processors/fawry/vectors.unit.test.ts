/** Vectors of an open client of Fawry's (the Ruby gem `fawry`), recomputed from the documented order of the values. */
import { describe, expect, test } from 'vitest';
import type { RawNotification } from '../gateway.ts';
import { isSameSignature } from '../same.ts';
import { isGenuine } from './notifications.ts';
import { signCharge, signNotification } from './signature.ts';

const KEYS = { merchantCode: 'merchant_code', securityKey: 'fawry_secure_key' };
const CHARGE = {
  merchantRefNum: 'io5jxf3jp27kfh8m719arcqgw7izo7db',
  customerProfileId: 'ocvsydvbu2gcp528wvl64i9z5srdalg5',
  paymentMethod: 'PAYATFAWRY',
  amountPiastres: 20_50,
  walletMobile: '',
};
const SIGNED = {
  fawryRefNumber: '970177',
  merchantRefNumber: '9708f1cea8b5426cb57922df51b7f790',
  paymentPiastres: 152_00,
  orderPiastres: 150_00,
  orderStatus: 'NEW',
  paymentMethod: 'PAYATFAWRY',
  paymentRefrenceNumber: '',
};
const SIGNATURE = 'b8a6a2c80a4af71d531df07177a83cad18e0f7570bfd7351f5f56388d0bfe4e8';
/** The gem's own fixture: it reads a misspelt field, so that our reference is missing in what it signs. */
const WITHOUT_OUR_REFERENCE = 'b0175565323e464b01dc9407160368af5568196997fb6e379374a4f4fbbcf587';

const posted = (body: string): RawNotification => ({ method: 'POST', query: [], headers: {}, body });
const notification = (
  changes: Record<string, unknown> = {},
  amounts = '"paymentAmount":152.00,"orderAmount":150.00',
) => {
  const fields = JSON.stringify({
    requestId: 'c72827d084ea4b88949d91dd2db4996e',
    fawryRefNumber: SIGNED.fawryRefNumber,
    merchantRefNumber: SIGNED.merchantRefNumber,
    orderStatus: SIGNED.orderStatus,
    paymentMethod: SIGNED.paymentMethod,
    messageSignature: SIGNATURE,
    ...changes,
  });
  return posted(`${fields.slice(0, -1)},${amounts}}`);
};

describe('a charge', () => {
  test('has the published signature', () => {
    expect(signCharge(KEYS, CHARGE)).toBe('68a1ff1e7189137f1b3c98784399b3adc49bd644d159593a8ed2fc70a810bd7b');
  });

  test.each([
    ['merchantRefNum', { merchantRefNum: 'io5jxf3jp27kfh8m719arcqgw7izo7dc' }],
    ['customerProfileId', { customerProfileId: '' }],
    ['paymentMethod', { paymentMethod: 'MWALLET' }],
    ['amount', { amountPiastres: 20_05 }],
    ['debitMobileWalletNo', { walletMobile: '01012345678' }],
  ])('has another signature when %s differs', (_field, change) => {
    expect(signCharge(KEYS, { ...CHARGE, ...change })).not.toBe(signCharge(KEYS, CHARGE));
  });
});

describe('a notification', () => {
  test('has the published signature', () => {
    expect(signNotification(KEYS.securityKey, SIGNED)).toBe(SIGNATURE);
  });

  test.each([
    ['152.00', '"paymentAmount":152.00,"orderAmount":150.00'],
    ['152.0', '"paymentAmount":152.0,"orderAmount":150.0'],
    ['152', '"paymentAmount":152,"orderAmount":150'],
    ['"152.00"', '"paymentAmount":"152.00","orderAmount":"150.00"'],
  ])('is genuine with its amount written as %s', (_written, amounts) => {
    expect(isGenuine(notification({}, amounts), KEYS.securityKey)).toBe(true);
  });

  test('is forged with a signature that leaves out our reference', () => {
    expect(isGenuine(notification({ messageSignature: WITHOUT_OUR_REFERENCE }), KEYS.securityKey)).toBe(
      false,
    );
  });

  test.each([
    ['another order of ours', { merchantRefNumber: '9708f1cea8b5426cb57922df51b7f791' }],
    ['another order of Fawry', { fawryRefNumber: '970178' }],
    ['another status', { orderStatus: 'PAID' }],
    ['another method', { paymentMethod: 'CARD' }],
    ['a payment number', { paymentRefrenceNumber: '1' }],
    ['no signature', { messageSignature: undefined }],
    ['an empty signature', { messageSignature: '' }],
    ['half a signature', { messageSignature: SIGNATURE.slice(0, 32) }],
    ['a signature with something behind it', { messageSignature: `${SIGNATURE}00` }],
    ['a signature that is no text', { messageSignature: [SIGNATURE] }],
  ])('is forged with %s', (_what, change) => {
    expect(isGenuine(notification(change), KEYS.securityKey)).toBe(false);
  });

  test.each([
    ['a larger orderAmount', '"paymentAmount":152.00,"orderAmount":1500.00'],
    ['a larger paymentAmount', '"paymentAmount":152.01,"orderAmount":150.00'],
    ['three decimals', '"paymentAmount":152.001,"orderAmount":150.00'],
    ['no amounts', '"paymentAmount":null,"orderAmount":null'],
  ])('is forged with %s', (_what, amounts) => {
    expect(isGenuine(notification({}, amounts), KEYS.securityKey)).toBe(false);
  });

  test('is forged with another key', () => {
    expect(isGenuine(notification(), 'another_key')).toBe(false);
  });

  test('is refused as a GET, which version 1 uses', () => {
    expect(isGenuine({ ...notification(), method: 'GET' }, KEYS.securityKey)).toBe(false);
  });

  test.each(['', '{', '[]', 'null', '"text"'])('is refused with the body %j', (body) => {
    expect(isGenuine(posted(body), KEYS.securityKey)).toBe(false);
  });
});

describe('comparing signatures', () => {
  test.each(['', 'zz', '0'.repeat(63), `${'0'.repeat(63)}g`])(
    '%j is no signature, even against itself',
    (text) => {
      expect(isSameSignature(text, text)).toBe(false);
    },
  );
});
