import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const LETTERS = 'café@عمان.مصر';
const OTHERS = ['CAFE\u0301@عمان.مصر', 'café@XN--mgb9awbf.xn--wgbh1c', ' cafe\u0301@xn--mgb9awbf.مصر\u200f'];

test('a customer is the same in Punycode and letters, in NFC and NFD, and is found by each', async () => {
  const as = await daftar.merchant();
  const create = (email: string, mobile: string) =>
    daftar.call({
      method: 'POST',
      path: '/merchant/Customer/Create',
      mode: 'live',
      as,
      body: { name: 'Mona', email, mobile, nationalId: '', description: '' },
    });
  const made = await create(OTHERS[1]!, '01001234567');
  expect(made.status, made.raw).toBe(200);
  for (const [at, other] of [...OTHERS, LETTERS].entries()) {
    const again = await create(other, `0110123456${at}`);
    expect([again.status, again.body.message]).toEqual([403, ['Email Address is already taken']]);
    const found = await daftar.call({
      path: '/merchant/Customer/List',
      mode: 'live',
      as,
      query: { email: other.trim() },
    });
    expect(found.raw, other).toContain(LETTERS);
  }
});
