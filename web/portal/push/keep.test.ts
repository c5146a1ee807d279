import { expect, test } from 'vitest';
import { keepTold, personOf, type Surroundings } from './keep.ts';

const DEVICE = { endpoint: 'https://push.example/1', p256dh: 'B', auth: 'a' };
const MONA = personOf({ id: 7, business_account_id: 1 });

/** @returns what was done in a browser when Mona signs in. */
async function whenMonaSignsIn(browser: Partial<Surroundings>): Promise<string[]> {
  const done: string[] = [];
  await keepTold(MONA, {
    turnedOnBy: () => MONA,
    subscription: async () => DEVICE,
    isRegistered: async () => false,
    register: async ({ endpoint }) => {
      done.push(`registered ${endpoint}`);
      return true;
    },
    unsubscribe: async () => done.push('unsubscribed'),
    ...browser,
  });
  return done;
}

test('who turned notifications on keeps them on at the next sign-in, and nobody else', async () => {
  expect(await whenMonaSignsIn({})).toEqual([`registered ${DEVICE.endpoint}`]);
  expect(await whenMonaSignsIn({ isRegistered: async () => true })).toEqual([]);
  expect(await whenMonaSignsIn({ subscription: async () => null })).toEqual([]);
  // Removed in the list on another device: it does not come back.
  expect(await whenMonaSignsIn({ register: async () => false })).toEqual(['unsubscribed']);
  const other = personOf({ id: 8, business_account_id: 1 });
  for (const turnedOnBy of [() => other, () => null])
    expect(await whenMonaSignsIn({ turnedOnBy })).toEqual(['unsubscribed']);
});
