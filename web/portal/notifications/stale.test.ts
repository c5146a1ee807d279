import { apiKeys } from '@daftar/contract/api-keys';
import { CHANGE_READERS, type ChangedNoun } from '@daftar/contract/notifications';
import { team } from '@daftar/contract/team';
import { describe, expect, test } from 'vitest';
import { staleAfter } from './stale.ts';

const pathsAfter = (event: string, data: unknown) => staleAfter({ event, data }).map(({ path }) => path);

describe('what open screens ask for again', () => {
  test('a changed payment link: the page of the link and its payments', () => {
    expect(pathsAfter('change', { noun: 'payment-links' })).toEqual(
      expect.arrayContaining(['/merchant/payment_links/:id', '/merchant/payment_links']),
    );
  });

  test('a key that was made or rolled, and an address that is to change: keys, and colleagues', () => {
    for (const kind of ['api-key-made', 'api-key-rolled'])
      expect(pathsAfter('notification', { kind })).toContain(apiKeys.list.path);
    expect(pathsAfter('notification', { kind: 'address-change-asked' })).toContain(team.users.path);
  });

  test('a business that was approved or rejected: who is signed in, and the activation', () => {
    for (const kind of ['account-approve', 'account-reject', 'account-suspend', 'account-resume'])
      expect(staleAfter({ event: 'notification', data: { kind } }).length).toBe(3);
  });

  test('every noun that the stream can name, and all of them after a gap', () => {
    const everything = new Set(pathsAfter('resync', null));
    for (const noun of Object.keys(CHANGE_READERS) as ChangedNoun[]) {
      const paths = pathsAfter('change', { noun });
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) expect(everything).toContain(path);
    }
  });

  test('nothing for a noun of another release', () => {
    expect(pathsAfter('change', { noun: 'gift-cards' })).toEqual([]);
  });
});
