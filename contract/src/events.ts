/** What happened to a merchant's money and payables, as its software may read it for thirty days, sent or not. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { WEBHOOK_EVENT_TYPES } from './event-payloads.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery } from './paging.ts';
import { codeOf, Id, IdParams } from './text.ts';
import { WEBHOOK_STATE } from './webhooks.ts';

/** How long events and the messages that told them are kept. */
export const EVENTS_KEPT_DAYS = 30;

/** What an event can be about: what is before the dot of its type. */
export const EVENT_OBJECTS = [
  'payment',
  'refund',
  'payout',
  'settlement',
  'chargeback',
  'invoice',
  'payment-link',
  'order',
  'webhook',
] as const;

export const EVENT_SORTS = ['id', 'created_at'] as const;

export const EventRow = z.object({
  id: z.number(),
  /** The `webhook-id` of the messages that tell it. */
  message_id: z.string(),
  type: z.string(),
  /** What it is about: what is before the dot of the type. */
  object: z.string(),
  /** Its id, as `data.id`; null for a test. */
  object_id: z.nullable(z.number()),
  /** Its reference or code; a refund has that of its payment; empty for a test. */
  reference: z.string(),
  created_at: z.string(),
  /** The version that `data` is in: that of the call, or the one of its day if that was before. */
  version: z.string(),
});
export type EventRow = z.output<typeof EventRow>;

/** A message that tells an event to one address. */
export const EventDelivery = z.object({
  id: z.number(),
  /** The endpoint it goes to; null: the callback URL. */
  endpoint_id: z.nullable(z.number()),
  state: codeOf(WEBHOOK_STATE),
  attempts: z.number(),
  /** The HTTP status of the last attempt; null without an answer or an attempt. */
  last_status: z.nullable(z.number()),
  next_attempt_at: z.nullable(z.string()),
});
export type EventDelivery = z.output<typeof EventDelivery>;

export const Event = z.extend(EventRow, {
  /** What happened, as webhooks of this type carry it in `data`. */
  data: z.record(z.string(), z.unknown()),
  /** The messages that tell it; none where nothing was to be told. */
  deliveries: z.array(EventDelivery),
});
export type Event = z.output<typeof Event>;

/** An event as listed. */
export const ListedEvent = z.extend(EventRow, { data: Event.shape.data });

const access = ['view-events', 'payment-methods-settings'] as const;

const LIST = {
  dialect: 'snake',
  sort: EVENT_SORTS,
  defaultSort: 'id',
  filters: {
    type: z.optional(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Invalid' })),
    object: z.optional(z.enum(EVENT_OBJECTS, { error: 'Invalid' })),
    /** Of any kind of object, unless `object` says which. */
    object_id: z.optional(Id),
    /** A complete `webhook-id`. */
    message_id: z.optional(z.string().check(z.maxLength(64))),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

export const events = defineEndpoints({
  /** Lists events of the last thirty days, newest first. */
  list: {
    method: 'GET',
    path: '/merchant/events',
    base: 'mode',
    access,
    query: listQuery({ ...LIST, byCursor: 'events' }),
    reply: list(ListedEvent),
  },
  /** Exports the events that the filters find, without their `data`. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/events/exportCsv',
    base: 'mode',
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** One event, with the messages that tell it. */
  details: {
    method: 'GET',
    path: '/merchant/events/:id',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(Event),
  },
});
