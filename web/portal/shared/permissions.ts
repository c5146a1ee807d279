import type { Permission } from '@daftar/contract/permissions';
import { useCallback } from 'react';
import { session, useSession } from './session.ts';

export type Needed = Permission | readonly Permission[] | undefined;

function holds(held: ReadonlySet<Permission>, needed: Needed): boolean {
  if (needed === undefined) return true;
  return typeof needed === 'string' ? held.has(needed) : needed.some((name) => held.has(name));
}

/** Whether the user has a permission, or any one of a list; always true if none is required. */
export function can(needed: Needed): boolean {
  return holds(session.get().permissions, needed);
}

/** Returns `can`, re-rendering when permissions change: what may be seen, `const can = useCan(); can('view-orders')`. */
export function useCan(): (needed: Needed) => boolean {
  const { permissions } = useSession();
  return useCallback((needed) => holds(permissions, needed), [permissions]);
}

/**
 * Returns whether the user may change what a permission is for: `const may = useMay(); may('create-invoice')`. Nobody may
 * while the session only looks as a role, whose permissions then say what it sees.
 */
export function useMay(): (needed: Needed) => boolean {
  const { permissions, isLooking } = useSession();
  return useCallback((needed) => !isLooking && holds(permissions, needed), [permissions, isLooking]);
}
