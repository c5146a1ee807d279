/** A merchant's logo, where payers see it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setMerchantLogo, storeFile } from '../files/index.ts';
import { picture } from '../files/testing.ts';
import { transaction } from '../platform/db/transaction.ts';
import { startTestCheckout, type TestCheckout } from './testing.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout.close());

test('the merchant’s logo is shown on the payment page, at a public address', async () => {
  const merchantId = await checkout.merchant();
  const link = await checkout.link(merchantId);
  const logoUrl = async () => (await checkout.get(`/pay/${link.token}`)).view?.merchant?.logoUrl;
  expect(await logoUrl()).toBeNull();
  const { app } = checkout;
  const [{ userId } = { userId: 0 }] = await checkout.sql<{ userId: number }[]>`
    select id as "userId" from users where merchant_id = ${merchantId} limit 1`;
  const rule = { kinds: ['png'], refusal: 'PictureFileTypes' } as const;
  const file = { field: 'file', name: 'logo.png', claimedType: 'image/png', content: await picture() };
  const { path } = await storeFile(app, { merchantId, userId }, { purpose: 'logo', file, rule });
  const use = { purpose: 'logo', field: 'businessLogo', now: app.clock.now() } as const;
  await transaction(app.db, (tx) => setMerchantLogo(tx, { merchantId }, path, use));
  expect(await logoUrl()).toMatch(/^\/media\/[\w-]{27}$/);
});
