import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { WEBHOOK_EVENT_TYPES } from './event-payloads.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery, statusCountOf } from './paging.ts';
import { stepUpFields } from './step-up.ts';
import { codeOf, Id, IdParams, oneCode, oneOf } from './text.ts';
import { API_VERSIONS } from './versions.ts';

/** The mode of an event. */
export const WEBHOOK_MODES = ['live', 'test'] as const;

/** The state of an event: 1 pending (first attempt or retry), 2 delivered, 3 failed for good. */
export const WEBHOOK_STATE = { pending: 1, delivered: 2, failed: 3 } as const;

export const WebhookCount = statusCountOf(WEBHOOK_STATE);

export const WEBHOOK_SORTS = ['id', 'created_at', 'type', 'state'] as const;

export const WebhookEventRow = z.object({
  id: z.number(),
  /** The receiving endpoint; null for the callback URL. */
  endpoint_id: z.nullable(z.number()),
  /** The `webhook-id` of every attempt. */
  message_id: z.string(),
  type: z.string(),
  state: codeOf(WEBHOOK_STATE),
  attempts: z.number(),
  /** The HTTP status of the last attempt; null without a response or an attempt. */
  last_status: z.nullable(z.number()),
  created_at: z.string(),
  next_attempt_at: z.nullable(z.string()),
});
export type WebhookEventRow = z.output<typeof WebhookEventRow>;

const WebhookAttempt = z.object({
  id: z.number(),
  at: z.string(),
  url: z.string(),
  /** The headers sent, including the signature. */
  headers: z.record(z.string(), z.string()),
  status: z.nullable(z.number()),
  /** The beginning of the response body. */
  reply: z.string(),
  /** The reason for a missing response: a key of `webhooks:error`, or empty. */
  error: z.string(),
  milliseconds: z.number(),
});
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

const WebhookEvent = z.extend(WebhookEventRow, {
  /** The exact body sent. */
  payload: z.string(),
  /** The newest twenty attempts, newest first. */
  tries: z.array(WebhookAttempt),
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

const WebhookSecret = z.object({
  /** `whsec_…`: signs every message of this mode. Shown as ten characters and `****`, except when just rolled. */
  secret: z.string(),
  created_at: z.string(),
  /** Until when the previous secret signs as well; null if there is none. */
  previous_until: z.nullable(z.string()),
  /** The callback URL; null if none is set. */
  url: z.nullable(z.string()),
  /** The version of its messages; null without a URL. */
  version: z.nullable(z.string()),
  /** True: the URL answered 410 and receives nothing until a test or resend succeeds, or it is changed. */
  is_stopped: z.boolean(),
});
export type WebhookSecret = z.output<typeof WebhookSecret>;

/** The version of the messages to an address: it stays that of the address's creation until it is changed. */
export const EventVersion = z.enum(API_VERSIONS, { error: 'Invalid' });

/** Hours during which the previous secret signs in addition to the new one. */
export const GRACE_HOURS = [0, 1, 24, 72] as const;

const access = 'payment-methods-settings';

const LIST = {
  dialect: 'snake',
  sort: WEBHOOK_SORTS,
  filters: {
    type: z.optional(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Invalid' })),
    state: z.optional(oneCode(WEBHOOK_STATE)),
    /** Messages to one endpoint. */
    endpoint_id: z.optional(Id),
    /** A complete message id. */
    message_id: z.optional(z.string().check(z.maxLength(64))),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

export const webhooks = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/webhooks/events',
    base: 'mode',
    access,
    query: listQuery(LIST),
    reply: list(WebhookEventRow),
  },
  /** Exports the messages that match the filters, as listed, without bodies and headers. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/webhooks/events/exportCsv',
    base: 'mode',
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Counts those in each state, at most 10,000 each; beyond that, `more` is true. */
  counts: {
    method: 'GET',
    path: '/merchant/webhooks/events/counts',
    reads: 'standby',
    base: 'mode',
    access,
    reply: data(z.array(WebhookCount)),
  },
  details: {
    method: 'GET',
    path: '/merchant/webhooks/events/:id',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(WebhookEvent),
  },
  /** Sends an event again now, in any state. */
  resend: {
    method: 'POST',
    path: '/merchant/webhooks/events/:id/resend',
    base: 'mode',
    access,
    params: IdParams,
    reply: done,
  },
  /** Sends `webhook.test` to the callback address. */
  test: {
    method: 'POST',
    path: '/merchant/webhooks/test',
    base: 'mode',
    access,
    reply: data(z.object({ id: z.number(), message_id: z.string() })),
  },
  secret: {
    method: 'GET',
    path: '/merchant/AccountSettings/WebhookSecret',
    base: 'mode',
    access,
    reply: data(WebhookSecret),
  },
  /** Shows the signing secret of the callback URL, or of an endpoint. */
  reveal: {
    method: 'POST',
    path: '/merchant/AccountSettings/WebhookSecret/reveal',
    base: 'mode',
    access,
    body: z.object({ endpoint_id: z.optional(z.nullable(Id)), ...stepUpFields }),
    stepUp: 'always',
    reply: data(z.object({ secret: z.string() })),
  },
  /** Sets the version of the messages to the callback URL. */
  setVersion: {
    method: 'POST',
    path: '/merchant/AccountSettings/WebhookSecret/version',
    base: 'mode',
    access,
    body: z.object({ version: EventVersion, ...stepUpFields }),
    stepUp: 'always',
    reply: data(WebhookSecret),
  },
  /** Rolls the signing secret; for `grace_hours` (default 24) both secrets sign. */
  rotate: {
    method: 'POST',
    path: '/merchant/AccountSettings/WebhookSecret/rotate',
    base: 'mode',
    access,
    body: z.object({ grace_hours: z.optional(oneOf(GRACE_HOURS)), ...stepUpFields }),
    stepUp: 'always',
    reply: data(WebhookSecret),
  },
});
