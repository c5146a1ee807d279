/** Addresses that events are told to beside the callback URL of the settings, managed by people and by keys. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { WEBHOOK_EVENT_TYPES } from './event-payloads.ts';
import { isMoment } from './moment.ts';
import { stepUpFields } from './step-up.ts';
import { Id, IdParams, isWebAddress, oneLine, oneOf, optionalText, Switch, storable, text } from './text.ts';
import { EventVersion, GRACE_HOURS, WEBHOOK_STATE } from './webhooks.ts';

/** Endpoints of a mode. */
export const ENDPOINTS_MAXIMUM = 10;

/** Messages that one call sends again. */
export const RESENT_MAXIMUM = 1_000;

const Address = text(2000).check(
  z.refine((value: string) => value === '' || isWebAddress(value), { error: 'InvalidUrl' }),
);
const Events = z.nullable(
  z
    .array(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Invalid' }))
    .check(z.minLength(1, { error: 'Required' }), z.maxLength(200)),
);
/** Sending events elsewhere asks people for step-up; of a key, its permission is enough. */
export const EndpointForm = z.object({
  url: Address,
  /** What people call it. */
  name: optionalText(60),
  /** The types that it is told; null or absent: all, also those of later versions. */
  events: z.optional(Events),
  /** Absent: the one of the call, if a key makes it; the newest, if a person does. */
  version: z.optional(EventVersion),
  ...stepUpFields,
});
export type EndpointFormInput = z.input<typeof EndpointForm>;
export type EndpointFormValues = z.output<typeof EndpointForm>;

/** What is absent stays. */
export const EndpointChange = z.object({
  url: z.optional(Address),
  name: z.optional(
    z.nullable(
      z
        .string()
        .check(z.overwrite(oneLine), z.trim(), z.maxLength(60), z.refine(storable, { error: 'Invalid' })),
    ),
  ),
  events: z.optional(Events),
  version: z.optional(EventVersion),
  /** Switched off, it is told nothing of what happens meanwhile. */
  is_active: z.optional(Switch),
  ...stepUpFields,
});
export type EndpointChangeInput = z.input<typeof EndpointChange>;
export type EndpointChangeValues = z.output<typeof EndpointChange>;

export const WebhookEndpoint = z.object({
  id: z.number(),
  url: z.string(),
  name: z.string(),
  /** The types that it is told; null: all. */
  events: z.nullable(z.array(z.string())),
  /** The version of what it is sent. */
  version: z.string(),
  is_active: z.boolean(),
  /** It answered 410 and gets nothing until a test or a resend reaches it, or it is changed. */
  is_stopped: z.boolean(),
  /** Until when the former secret signs as well; null when there is none. */
  previous_until: z.nullable(z.string()),
  created_at: z.string(),
});
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

/** An endpoint with its signing secret, which is shown only here. */
export const EndpointWithSecret = z.extend(WebhookEndpoint, { secret: z.string() });
export type EndpointWithSecret = z.output<typeof EndpointWithSecret>;

const Moment = z.string().check(
  z.refine((value: string) => value !== '', { error: 'Required' }),
  z.refine((value: string) => value === '' || isMoment(value), { error: 'InvalidDate' }),
);

export const ResendForm = z
  .object({
    /** Messages that were written from this moment on … */
    from: Moment,
    /** … and before this one; absent: until now. */
    to: z.optional(z.nullable(Moment)),
    type: z.optional(z.nullable(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Invalid' }))),
    /** 2 delivered, 3 failed; absent: both. What is still being sent is left alone. */
    state: z.optional(z.nullable(oneOf([WEBHOOK_STATE.delivered, WEBHOOK_STATE.failed]))),
    /** Absent: to every address. */
    endpoint_id: z.optional(z.nullable(Id)),
  })
  .check(
    z.refine(({ from, to }) => !to || new Date(from) < new Date(to), {
      error: 'RangeReversed',
      path: ['to'],
    }),
  );
export type ResendFormInput = z.input<typeof ResendForm>;
export type ResendFormValues = z.output<typeof ResendForm>;

const access = ['manage-webhooks', 'payment-methods-settings'] as const;
/** What an endpoint is sent says what events say: no key has told to itself what it may not read. */
const alsoForKeys = 'view-events';

export const webhookEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/webhooks/endpoints',
    base: 'mode',
    access,
    reply: data(z.array(WebhookEndpoint)),
  },
  details: {
    method: 'GET',
    path: '/merchant/webhooks/endpoints/:id',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(WebhookEndpoint),
  },
  /** Its reply has a secret, so it is kept for no `Idempotency-Key`. */
  create: {
    method: 'POST',
    path: '/merchant/webhooks/endpoints',
    base: 'mode',
    access,
    alsoForKeys,
    body: EndpointForm,
    stepUp: 'always',
    reply: data(EndpointWithSecret),
  },
  update: {
    method: 'PATCH',
    path: '/merchant/webhooks/endpoints/:id',
    base: 'mode',
    access,
    params: IdParams,
    alsoForKeys,
    body: EndpointChange,
    stepUp: 'always',
    reply: data(WebhookEndpoint),
  },
  remove: {
    method: 'DELETE',
    path: '/merchant/webhooks/endpoints/:id',
    base: 'mode',
    access,
    params: IdParams,
    reply: done,
  },
  /** Rolls the secret; for `grace_hours` (default 24) both sign. */
  rotate: {
    method: 'POST',
    path: '/merchant/webhooks/endpoints/:id/rotate',
    base: 'mode',
    access,
    params: IdParams,
    body: z.object({ grace_hours: z.optional(oneOf(GRACE_HOURS)), ...stepUpFields }),
    stepUp: 'always',
    reply: data(EndpointWithSecret),
  },
  /** Sends `webhook.test` to the endpoint alone. */
  test: {
    method: 'POST',
    path: '/merchant/webhooks/endpoints/:id/test',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(z.object({ id: z.number(), message_id: z.string() })),
  },
  /** Sends the messages of a time again, at most 1,000. */
  resend: {
    method: 'POST',
    path: '/merchant/webhooks/resend',
    base: 'mode',
    access,
    body: ResendForm,
    reply: data(z.object({ resent: z.number() })),
  },
});
