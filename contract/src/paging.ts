/**
 * The API has three paging dialects, all handled in this file. A handler always reads `{paging: {page, pageSize,
 * sortBy, sortType}, filters}`.
 */
import * as z from 'zod/mini';
import { askedMetadata, asksMetadata } from './integration-fields.ts';
import { isMoment } from './moment.ts';
import { readWhole } from './numbers.ts';
import { type Codes, reads, type Schema } from './schema.ts';
import { codeOf } from './text.ts';

export const PAGE_SIZES = [10, 20, 30] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** Rows are counted exactly up to this number; beyond it, `meta.more` is true. */
export const COUNT_BOUND = 10_000;

/** The number of a list's rows with a status, counted like its pages. */
export const StatusCount = z.object({ status: z.number(), total: z.number(), more: z.boolean() });
export type StatusCount = z.output<typeof StatusCount>;
/** The same for a list whose statuses have names. */
export const statusCountOf = (codes: Codes) => z.object({ ...StatusCount.shape, status: codeOf(codes) });

const NAMES = {
  snake: { page: 'page', size: 'page_size', by: 'sort_by', type: 'sort_type' },
  number: { page: 'page_number', size: 'page_size', by: 'sort_key', type: 'sort_type' },
  pascal: { page: 'PageNumber', size: 'PageSize', by: 'SortKey', type: 'SortType' },
} as const;

export type Dialect = keyof typeof NAMES;

/** Properties of a list's query that screens need, besides its schema. */
export interface ListDescription {
  /** The names of the endpoint's paging parameters. */
  names: (typeof NAMES)[Dialect];
  /** Columns by which it can be sorted. */
  sorts: readonly string[];
  /** Names of its filters. */
  filters: readonly string[];
  /** Page, size and order of a query without them. */
  defaults: Paging;
}

/** Returns whether a list can be filtered by a parameter: by its name, or by a metadata key. */
export const isFilterOf = ({ filters }: Pick<ListDescription, 'filters'>, name: string): boolean =>
  name === 'metadata'
    ? false
    : filters.includes(name) || (filters.includes('metadata') && asksMetadata(name));

/** A schema made by `listQuery`. */
export type ListQuerySchema = Schema & { readonly list: ListDescription };

export interface Paging<S extends string = string> {
  page: number;
  pageSize: number;
  sortBy: S;
  sortType: 'asc' | 'desc';
  /** Set when paging by cursor: the rows after a position, or the first rows if null; `of` is the list. */
  cursor?: { after: CursorPlace | null; of: string };
}

/** Orders in which a list can be read by cursor. */
export const CURSOR_SORTS = ['id', 'updated_at'] as const;
type CursorSort = (typeof CURSOR_SORTS)[number];

/**
 * The last row of the previous reply: its id and, when sorted by changes, its time of change in microseconds since
 * 1970.
 */
export interface CursorPlace {
  id: number;
  changedMicros: number | null;
}

/**
 * Encodes a position as an opaque cursor.
 * @param of the list to which the ids belong: in another list the same position would be an arbitrary row
 */
export const cursorText = ({ id, changedMicros }: CursorPlace, of: string): string =>
  `${of}.${changedMicros === null ? 'i' : `u${changedMicros.toString(36)}-`}${id.toString(36)}`;

/** The list's name is optional, because older cursors had none and software may have stored one. */
const CURSOR = /^(?:([a-z]{1,12})\.)?(?:i|u([0-9a-z]{1,11})-)([0-9a-z]{1,11})$/;

/**
 * Decodes a cursor.
 * @returns null for text that is not a cursor of this list in this order
 */
function readCursor(text: string, of: string | undefined, sortBy: string): CursorPlace | null {
  const [, list, changed, id] = CURSOR.exec(text) ?? [];
  const isOfAnother = list !== undefined && list !== of;
  if (id === undefined || isOfAnother || (changed !== undefined) !== (sortBy === 'updated_at')) return null;
  const place = {
    id: Number.parseInt(id, 36),
    changedMicros: changed === undefined ? null : Number.parseInt(changed, 36),
  };
  const isExact = Number.isSafeInteger(place.id) && Number.isSafeInteger(place.changedMicros ?? 0);
  return isExact ? place : null;
}

/** Filter: created or changed since a moment, ISO 8601 with a zone. */
export const UpdatedSince = z.optional(z.string().check(z.refine(isMoment, { error: 'InvalidDate' })));

const wholeNumber = (least: number, most: number, usual: number) =>
  z.optional(
    reads(
      z.pipe(
        z.union([z.number(), z.string()]),
        z.transform((value: number | string, ctx): number => {
          const parsed = readWhole(value);
          if (parsed !== null && parsed >= least && parsed <= most) return parsed;
          ctx.issues.push({
            code: 'custom',
            message: 'NumberOutside',
            params: { least, most },
            input: value,
          });
          return z.NEVER;
        }),
      ),
      { type: 'integer', minimum: least, maximum: most, default: usual },
    ),
  );

/** Filters by name. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>;
type FilterOutput<F extends Shape> = z.output<z.ZodMiniObject<F>>;

/** Sorts, filters and paging of a list. */
export interface ListOptions<D extends Dialect, S extends readonly [string, ...string[]], F extends Shape> {
  dialect: D;
  sort: S;
  defaultSort?: S[number];
  defaultType?: 'asc' | 'desc';
  filters: F;
  /**
   * Set if the list can also be read by `cursor` and `limit`: the list's name in its cursors, at most twelve lower-case
   * letters.
   */
  byCursor?: string;
  /** Pairs of filters whose second value must not be before the first. */
  ranges?: readonly (readonly [string, string])[];
}

const BY_CURSOR = {
  /** The `next_cursor` of the previous reply. */
  cursor: z.optional(z.string().check(z.maxLength(40))),
  /** Number of rows. Without `cursor`, returns the first rows. */
  limit: wholeNumber(1, 100, DEFAULT_PAGE_SIZE),
} as const;

/** Removes NUL from typed filters: no stored text contains it, and PostgreSQL refuses it. */
const sought = (filters: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\u0000', '') : value,
    ]),
  );

/**
 * Keeps known parameters and combines all `metadata[key]=value` into one.
 * @returns the name of an invalid parameter instead
 */
function withMetadata(
  query: Record<string, unknown>,
  known: readonly string[],
): Record<string, unknown> | string {
  const metadata = askedMetadata(query);
  if (typeof metadata === 'string') return metadata;
  const own = Object.entries(query).filter(([name]) => known.includes(name));
  return Object.fromEntries(metadata ? [...own, ['metadata', metadata]] : own);
}

/** The query of a list: paging in its dialect, sort columns and filters. */
export function listQuery<D extends Dialect, const S extends readonly [string, ...string[]], F extends Shape>(
  options: ListOptions<D, S, F>,
) {
  const names = NAMES[options.dialect];
  const defaults: Paging<S[number]> = {
    page: 1,
    pageSize: DEFAULT_PAGE_SIZE,
    sortBy: options.defaultSort ?? ('created_at' as S[number]),
    sortType: options.defaultType ?? 'desc',
  };
  if (!options.sort.includes(defaults.sortBy))
    throw new Error(`a list cannot be sorted by ${defaults.sortBy}`);
  const list: ListDescription = {
    names,
    sorts: options.sort,
    filters: Object.keys(options.filters),
    defaults,
  };
  const shape = {
    ...options.filters,
    [names.page]: wholeNumber(1, 1_000_000, defaults.page),
    [names.size]: wholeNumber(1, 100, defaults.pageSize),
    [names.by]: z.optional(
      reads(z.enum(options.sort), { type: 'string', enum: options.sort, default: defaults.sortBy }),
    ),
    [names.type]: z.optional(
      reads(z.string().check(z.toLowerCase(), z.regex(/^(asc|desc)$/, { error: 'Invalid' })), {
        type: 'string',
        enum: ['asc', 'desc'],
        default: defaults.sortType,
      }),
    ),
    ...(options.byCursor && BY_CURSOR),
  };
  type PagingInput = {
    [K in (typeof NAMES)[D]['page' | 'size']]?: number | string;
  } & { [K in (typeof NAMES)[D]['by']]?: S[number] } & {
    [K in (typeof NAMES)[D]['type']]?: string;
  } & { cursor?: string; limit?: number | string };
  type Output = { paging: Paging<S[number]>; filters: FilterOutput<F> };
  // Each `metadata[key]=value` is a parameter of its own.
  const isAskable = 'metadata' in options.filters;
  const object = isAskable ? z.catchall(z.object(shape), z.unknown()) : z.object(shape);
  const schema = z.pipe(
    object as unknown as z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>,
    z.transform((given: Record<string, unknown>, ctx): Output => {
      const value = isAskable ? withMetadata(given, Object.keys(shape)) : given;
      if (typeof value === 'string') {
        ctx.issues.push({ code: 'custom', message: 'Invalid', input: given[value], path: [value] });
        return z.NEVER;
      }
      for (const [from, to] of options.ranges ?? []) {
        const least = value[from] as string | number | undefined;
        const most = value[to] as string | number | undefined;
        if (least === undefined || most === undefined || least <= most) continue;
        ctx.issues.push({ code: 'custom', message: 'RangeReversed', input: most, path: [to] });
      }
      const {
        [names.page]: page,
        [names.size]: size,
        [names.by]: by,
        [names.type]: type,
        cursor,
        limit,
        ...others
      } = value;
      const filters = sought(others) as FilterOutput<F>;
      if (cursor !== undefined || limit !== undefined) {
        const sortBy = (by as string | undefined) ?? 'id';
        const after = cursor === undefined ? null : readCursor(cursor as string, options.byCursor, sortBy);
        const wrong = [
          ...(page !== undefined ? [names.page] : []),
          ...(size !== undefined ? [names.size] : []),
          ...(CURSOR_SORTS.includes(sortBy as CursorSort) ? [] : [names.by]),
          ...(cursor !== undefined && after === null ? ['cursor'] : []),
        ];
        for (const name of wrong)
          ctx.issues.push({ code: 'custom', message: 'Invalid', input: value[name], path: [name] });
        return {
          paging: {
            page: 1,
            pageSize: (limit as number | undefined) ?? DEFAULT_PAGE_SIZE,
            sortBy: sortBy as S[number],
            sortType: (type as 'asc' | 'desc' | undefined) ?? defaults.sortType,
            cursor: { after, of: options.byCursor ?? '' },
          },
          filters,
        };
      }
      return {
        paging: {
          page: (page as number | undefined) ?? defaults.page,
          pageSize: (size as number | undefined) ?? defaults.pageSize,
          sortBy: (by as S[number] | undefined) ?? defaults.sortBy,
          sortType: (type as 'asc' | 'desc' | undefined) ?? defaults.sortType,
        },
        filters,
      };
    }),
  );
  type Query = z.ZodMiniType<Output, z.input<z.ZodMiniObject<F>> & PagingInput>;
  return Object.assign(schema as unknown as Query, { list });
}

/** From 1000 to 8999, so that a day's start and end have four-digit years in every zone. */
const DAY = /^[1-8]\d{3}-\d{2}-\d{2}$/;

/** Returns whether `YYYY-MM-DD` is an existing day. */
export function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A calendar day, `YYYY-MM-DD`. */
export const Day = reads(z.string().check(z.refine(isDay, { error: 'InvalidDate' })), {
  type: 'string',
  format: 'date',
});

const HOUR = /^(.{10})T(?:[01]\d|2[0-3]):00:00Z$/;

/** A whole hour, given by its start in UTC, `YYYY-MM-DDTHH:00:00Z`: unambiguous even when a day has an hour twice. */
export const Hour = reads(
  z.string().check(z.refine((value) => isDay(HOUR.exec(value)?.[1] ?? ''), { error: 'InvalidDate' })),
  { type: 'string', format: 'date-time' },
);
