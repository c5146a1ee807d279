import { PERMISSIONS } from '@daftar/contract/permissions';
import { permissionId } from '@daftar/contract/team';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAll, locksOut, powersOf } from './rules.ts';

const some = fc.subarray([...PERMISSIONS]);

test('every permission has a unique positive number in the wire format', () => {
  const ids = PERMISSIONS.map(permissionId);
  expect(new Set(ids).size).toBe(PERMISSIONS.length);
  for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true);
  // Clients keep these: they never change.
  expect(permissionId('view-settlements')).toBe(832_978_055);
});

test('the first role has every permission, whatever its row says', () => {
  expect(powersOf({ isFirst: true, permissions: [] })).toEqual(PERMISSIONS);
  expect(powersOf({ isFirst: false, permissions: ['tickets-list'] })).toEqual(['tickets-list']);
});

test('a user may grant permissions only if they have every one of them', () => {
  fc.assert(
    fc.property(some, some, (held, asked) => {
      expect(holdsAll(new Set(held), asked)).toBe(asked.filter((name) => !held.includes(name)).length === 0);
    }),
  );
});

test('a change of one’s own role locks out only when it removes a team permission they had', () => {
  expect(locksOut(['users-manage', 'edit-role'], ['users-manage'])).toBe(true);
  expect(locksOut(['users-manage', 'edit-role'], ['edit-role', 'tickets-list'])).toBe(true);
  expect(locksOut(['edit-role'], ['edit-role', 'tickets-list'])).toBe(false);
  fc.assert(fc.property(some, some, (before, added) => !locksOut(before, [...before, ...added])));
});
