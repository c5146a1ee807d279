import { apiKeys } from '@daftar/contract/api-keys';
import { CHANGE_READERS, type ChangedNoun } from '@daftar/contract/notifications';
import { team } from '@daftar/contract/team';
import { describe, expect, test } from 'vitest';
import { staleAfter } from './stale.ts';

const pathsAfter = (event: string, data: unknown) => staleAfter({ event, data }).map(({ path }) => path);

describe('queries that open screens refetch after an event', () => {
  test('a changed payment link: its page and its payments', () => {
    expect(pathsAfter('change', { noun: 'payment-links' })).toEqual(
      expect.arrayContaining(['/merchant/payment_links/:id', '/merchant/payment_links']),
    );
  });

  test('a new or rolled key: the keys; a requested change of address: the team', () => {
    for (const kind of ['api-key-made', 'api-key-rolled'])
      expect(pathsAfter('notification', { kind })).toContain(apiKeys.list.path);
    expect(pathsAfter('notification', { kind: 'address-change-asked' })).toContain(team.users.path);
  });

  test('an approved, rejected, suspended or resumed business: the session and the activation', () => {
    for (const kind of ['account-approve', 'account-reject', 'account-suspend', 'account-resume'])
      expect(staleAfter({ event: 'notification', data: { kind } }).length).toBe(4);
  });

  test('every noun of the stream has queries, and a gap refetches all of them', () => {
    const everything = new Set(pathsAfter('resync', null));
    for (const noun of Object.keys(CHANGE_READERS) as ChangedNoun[]) {
      const paths = pathsAfter('change', { noun });
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) expect(everything).toContain(path);
    }
  });

  test('a noun of another release: none', () => {
    expect(pathsAfter('change', { noun: 'gift-cards' })).toEqual([]);
  });
});
