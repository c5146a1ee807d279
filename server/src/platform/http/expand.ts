/** Adds the related objects requested by `expand` to the rows of a reply. */
import {
  EXPAND,
  EXPANDED,
  EXPANDED_KINDS,
  type Expandable,
  type ExpandableKind,
} from '@daftar/contract/expand';
import type { App, Caller } from '../context.ts';
import { ForbiddenError } from './errors.ts';
import { isPermitted } from './guard.ts';

/**
 * Reads the objects related to rows of a kind, within the caller's merchant and mode. @returns `expanded` of each row,
 * in their order
 */
export type Expand = (
  app: App,
  caller: Caller,
  kind: ExpandableKind,
  names: readonly string[],
  rows: readonly { id: number }[],
) => Promise<Record<string, unknown>[]>;

/** The expansion requested by one request. */
export interface Expansion {
  expandable: Expandable;
  names: readonly string[];
  caller: Caller;
}

/**
 * Checks that the caller may read each requested related object on its own.
 * @throws ForbiddenError 403 that names those the caller may not read
 */
export function requireExpandable({ expandable: { relations }, names, caller }: Expansion): void {
  const refused = names.filter((name) => {
    const relation = relations[name];
    return relation && !isPermitted(EXPANDED_KINDS[relation.kind].read, caller);
  });
  if (refused.length === 0) return;
  const error = new ForbiddenError('http.expandForbidden', { names: refused.join(', ') });
  error.param = EXPAND;
  throw error;
}

/** Returns the body of a reply with the requested objects in each of its rows. */
export async function expanded(
  app: App,
  expand: Expand,
  { expandable: { kind }, names, caller }: Expansion,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const isList = Array.isArray(body.data);
  const rows = [body.data].flat() as { id: number }[];
  const related = await expand(app, caller, kind, names, rows);
  const all = rows.map((row, at) => ({ ...row, [EXPANDED]: related[at] }));
  return { ...body, data: isList ? all : all[0] };
}
