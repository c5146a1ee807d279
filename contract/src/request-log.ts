/** The API request log: calls with keys of the last thirty days, and the usage of each key. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery, StatusCount } from './paging.ts';
import { Id, IdParams } from './text.ts';

/** Days for which calls are kept. */
export const REQUESTS_KEPT_DAYS = 30;
/** Maximum number of calls kept per mode, the newest. */
export const REQUESTS_KEPT = 10_000;
/** Days for which the counts of each key and day are kept. */
export const USAGE_DAYS = 30;

export const REQUEST_SORTS = ['id', 'created_at'] as const;

/** The result of a call: answered, refused (4xx), or failed on our side (5xx). */
export const REQUEST_OUTCOMES = ['answered', 'refused', 'failed'] as const;

/** The number of calls with each result. */
export const RequestCount = z.object({ ...StatusCount.shape, status: z.enum(REQUEST_OUTCOMES) });
export type RequestCount = z.output<typeof RequestCount>;

export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const ApiRequest = z.object({
  id: z.number(),
  /** The `x-request-id` of the reply. */
  request_id: z.string(),
  key_id: z.number(),
  /** Empty for the account's own key. */
  key_name: z.string(),
  /** The beginning of the key. */
  key_shown: z.string(),
  method: z.string(),
  /** Without the base path. */
  path: z.string(),
  /** The part after `?`, with personal data masked; empty if there was none. */
  query: z.string(),
  status: z.number(),
  milliseconds: z.number(),
  /** The object that it created or changed, such as `payment-link`; null if there is none with a page. */
  object: z.nullable(z.string()),
  object_id: z.nullable(z.number()),
  created_at: z.string(),
});
export type ApiRequest = z.output<typeof ApiRequest>;

export const ApiRequestDetails = z.extend(ApiRequest, {
  /** The body as JSON, without secrets and with personal data masked; empty if there was none. */
  sent: z.string(),
  /** True: the end is cut off. */
  sent_cut: z.boolean(),
  /** The reply in the same form; empty for files and for reads. */
  reply: z.string(),
  reply_cut: z.boolean(),
});
export type ApiRequestDetails = z.output<typeof ApiRequestDetails>;

export const UsageDay = z.object({
  day: z.string(),
  calls: z.number(),
  /** Number of 4xx replies. */
  refused: z.number(),
  /** Number of 5xx replies. */
  failed: z.number(),
});
export type UsageDay = z.output<typeof UsageDay>;

export const KeyUsage = z.object({
  key_id: z.number(),
  key_name: z.string(),
  key_shown: z.string(),
  calls: z.number(),
  refused: z.number(),
  failed: z.number(),
  last_used_at: z.nullable(z.string()),
});
export type KeyUsage = z.output<typeof KeyUsage>;

export const ApiUsage = z.object({
  /** Every day of the last thirty, the oldest first. */
  days: z.array(UsageDay),
  /** The keys used in this period, the most used first. */
  keys: z.array(KeyUsage),
  /** The newest five calls that were refused or failed. */
  last_errors: z.array(ApiRequest),
});
export type ApiUsage = z.output<typeof ApiUsage>;

const access = ['api-keys-settings', 'view-request-log'] as const;

const LIST = {
  dialect: 'snake',
  sort: REQUEST_SORTS,
  defaultSort: 'id',
  filters: {
    outcome: z.optional(z.enum(REQUEST_OUTCOMES, { error: 'Invalid' })),
    method: z.optional(z.enum(REQUEST_METHODS, { error: 'Invalid' })),
    key_id: z.optional(Id),
    /** Part of the path. */
    path: z.optional(z.string().check(z.maxLength(200))),
    /** A complete `x-request-id`. */
    request_id: z.optional(z.string().check(z.maxLength(64))),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

export const requestLog = defineEndpoints({
  /** Lists the calls of the last thirty days, newest first, at most the newest 10,000. Excludes reads of this log. */
  list: {
    method: 'GET',
    path: '/merchant/api_requests',
    base: 'mode',
    access,
    query: listQuery({ ...LIST, byCursor: 'calls' }),
    reply: list(ApiRequest),
  },
  /** Exports the calls that match the filters, as listed, without bodies and replies. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/api_requests/exportCsv',
    base: 'mode',
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Counts the calls with each result. */
  counts: {
    method: 'GET',
    path: '/merchant/api_requests/counts',
    reads: 'standby',
    base: 'mode',
    access,
    reply: data(z.array(RequestCount)),
  },
  details: {
    method: 'GET',
    path: '/merchant/api_requests/:id',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(ApiRequestDetails),
  },
  /** Returns the usage of each key in the last thirty days. */
  usage: {
    method: 'GET',
    path: '/merchant/api_usage',
    base: 'mode',
    access,
    reply: data(ApiUsage),
  },
});
