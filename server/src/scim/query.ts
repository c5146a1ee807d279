/** Parses the query of a list or a resource (RFC 7644, 3.4.2 and 3.9). */
import { readWhole } from '@daftar/contract/numbers';
import { invalidValue } from './errors.ts';
import { type Condition, readFilter, withoutSchema } from './filter.ts';
import type { Projection } from './resources.ts';
import { PAGE_MAXIMUM } from './schemas.ts';

type Query = Readonly<Record<string, unknown>>;

/** Part of a list. */
export interface Page {
  startIndex: number;
  offset: number;
  limit: number;
}

const START_MAXIMUM = 1_000_000;

function wholeNumber(query: Query, name: string, otherwise: number): number {
  const given = query[name];
  if (given === undefined || given === '') return otherwise;
  const typed = String(given).trim();
  const value = readWhole(typed.replace(/^-/, ''));
  if (value === null) throw invalidValue(name);
  return typed.startsWith('-') ? -value : value;
}

/** Returns the requested part of a list; values out of range become the nearest valid ones. */
export function pageOf(query: Query, most = PAGE_MAXIMUM): Page {
  const startIndex = Math.min(START_MAXIMUM, Math.max(1, wholeNumber(query, 'startIndex', 1)));
  const limit = Math.min(most, Math.max(0, wholeNumber(query, 'count', most)));
  return { startIndex, offset: startIndex - 1, limit };
}

const namesIn = (query: Query, name: string): ReadonlySet<string> | null => {
  const given = query[name];
  if (typeof given !== 'string' || given.trim() === '') return null;
  if (given.length > 1000) throw invalidValue(name);
  return new Set(given.split(',').map((each) => withoutSchema(each.trim()).toLowerCase()));
};

/** Returns the requested attributes. */
export const projectionOf = (query: Query): Projection => ({
  only: namesIn(query, 'attributes'),
  without: namesIn(query, 'excludedAttributes') ?? new Set(),
});

/** Returns the conditions of a list's filter. @throws ScimError 400 `invalidFilter` */
export function conditionsOf(query: Query): Condition[] {
  const { filter } = query;
  if (filter === undefined || filter === '') return [];
  return readFilter(String(filter));
}
