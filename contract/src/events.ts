/**
 * Events of a merchant's money and payables; its software can read them for thirty days, whether or not webhooks were
 * sent.
 */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { WEBHOOK_EVENT_TYPES } from './event-payloads.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery } from './paging.ts';
import { codeOf, Id, IdParams } from './text.ts';
import { WEBHOOK_STATE } from './webhooks.ts';

/** Days for which events and their webhook messages are kept. */
export const EVENTS_KEPT_DAYS = 30;

/** Objects of events: the part of the type before the dot. */
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
  /** The `webhook-id` of the event's webhook messages. */
  message_id: z.string(),
  type: z.string(),
  /** The object: the part of the type before the dot. */
  object: z.string(),
  /** The object's id, equal to `data.id`; null for a test. */
  object_id: z.nullable(z.number()),
  /** The object's reference or code; for a refund, that of its payment; empty for a test. */
  reference: z.string(),
  created_at: z.string(),
  /** The version of `data`: that of the call, or the one in force on the event's day if that is older. */
  version: z.string(),
});
export type EventRow = z.output<typeof EventRow>;

/** A webhook message of an event to one address. */
export const EventDelivery = z.object({
  id: z.number(),
  /** The receiving endpoint; null for the callback URL. */
  endpoint_id: z.nullable(z.number()),
  state: codeOf(WEBHOOK_STATE),
  attempts: z.number(),
  /** The HTTP status of the last attempt; null without an answer or an attempt. */
  last_status: z.nullable(z.number()),
  next_attempt_at: z.nullable(z.string()),
});
export type EventDelivery = z.output<typeof EventDelivery>;

export const Event = z.extend(EventRow, {
  /** The event's `data`, as in webhooks of this type. */
  data: z.record(z.string(), z.unknown()),
  /** The webhook messages of the event; empty if none had to be sent. */
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
    /** Matches any kind of object unless `object` is given. */
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
  /** Exports the events that match the filters, without their `data`. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/events/exportCsv',
    base: 'mode',
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Returns one event with its webhook messages. */
  details: {
    method: 'GET',
    path: '/merchant/events/:id',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(Event),
  },
});
