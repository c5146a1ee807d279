/**
 * The API has three paging dialects, all handled in this file. A handler always reads `{paging: {page, pageSize,
 * sortBy, sortType}, filters}`.
 */
import * as z from 'zod/mini';
import { type Codes, reads, type Schema } from './schema.ts';
import { codeOf, toLatinDigits } from './text.ts';

export const PAGE_SIZES = [10, 20, 30] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** Rows are counted exactly up to this bound; beyond, `meta.more` is true. */
export const COUNT_BOUND = 10_000;

/** How many rows of a list have a status, counted like its pages. */
export const StatusCount = z.object({ status: z.number(), total: z.number(), more: z.boolean() });
export type StatusCount = z.output<typeof StatusCount>;
/** The same, of a list whose statuses have names. */
export const statusCountOf = (codes: Codes) => z.object({ ...StatusCount.shape, status: codeOf(codes) });

const NAMES = {
  snake: { page: 'page', size: 'page_size', by: 'sort_by', type: 'sort_type' },
  number: { page: 'page_number', size: 'page_size', by: 'sort_key', type: 'sort_type' },
  pascal: { page: 'PageNumber', size: 'PageSize', by: 'SortKey', type: 'SortType' },
} as const;

export type Dialect = keyof typeof NAMES;

/** What a screen needs to know of a list's query, besides the schema that checks it. */
export interface ListDescription {
  /** What the endpoint calls its paging parameters. */
  names: (typeof NAMES)[Dialect];
  /** Columns it sorts by. */
  sorts: readonly string[];
  /** Names of its filters. */
  filters: readonly string[];
  /** Page, size and order of a query that names none. */
  defaults: Paging;
}

/** A schema made by `listQuery`. */
export type ListQuerySchema = Schema & { readonly list: ListDescription };

export interface Paging<S extends string = string> {
  page: number;
  pageSize: number;
  sortBy: S;
  sortType: 'asc' | 'desc';
}

const wholeNumber = (least: number, most: number, usual: number) =>
  z.optional(
    reads(
      z.pipe(
        z.union([z.number(), z.string()]),
        z.transform((value: number | string, ctx): number => {
          const parsed = Number(toLatinDigits(String(value)));
          if (Number.isInteger(parsed) && parsed >= least && parsed <= most) return parsed;
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

/** What a list can be asked for. */
export interface ListOptions<D extends Dialect, S extends readonly [string, ...string[]], F extends Shape> {
  dialect: D;
  sort: S;
  defaultSort?: S[number];
  defaultType?: 'asc' | 'desc';
  filters: F;
  /** Pairs of filters where the second must not be before the first. */
  ranges?: readonly (readonly [string, string])[];
}

/** No stored text has this character, and the database takes none that has: what is typed is sought without it. */
const sought = (filters: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\u0000', '') : value,
    ]),
  );

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
  };
  type PagingInput = {
    [K in (typeof NAMES)[D]['page' | 'size']]?: number | string;
  } & { [K in (typeof NAMES)[D]['by']]?: S[number] } & { [K in (typeof NAMES)[D]['type']]?: string };
  type Output = { paging: Paging<S[number]>; filters: FilterOutput<F> };
  const schema = z.pipe(
    z.object(shape) as unknown as z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>,
    z.transform((value: Record<string, unknown>, ctx): Output => {
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
        ...filters
      } = value;
      return {
        paging: {
          page: (page as number | undefined) ?? defaults.page,
          pageSize: (size as number | undefined) ?? defaults.pageSize,
          sortBy: (by as S[number] | undefined) ?? defaults.sortBy,
          sortType: (type as 'asc' | 'desc' | undefined) ?? defaults.sortType,
        },
        filters: sought(filters) as FilterOutput<F>,
      };
    }),
  );
  type Query = z.ZodMiniType<Output, z.input<z.ZodMiniObject<F>> & PagingInput>;
  return Object.assign(schema as unknown as Query, { list });
}

/** From 1000 to 8999, so that a day's start and end have four-digit years in every zone. */
const DAY = /^[1-8]\d{3}-\d{2}-\d{2}$/;

/** Whether `YYYY-MM-DD` is an existing day. */
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

/** A whole hour by when it begins, in UTC: `YYYY-MM-DDTHH:00:00Z`, so that each hour of a day that has one twice is told apart. */
export const Hour = reads(
  z.string().check(z.refine((value) => isDay(HOUR.exec(value)?.[1] ?? ''), { error: 'InvalidDate' })),
  { type: 'string', format: 'date-time' },
);
