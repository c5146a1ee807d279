/** Webhook endpoints in addition to the callback URL of the settings, managed by people and by keys. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { WEBHOOK_EVENT_TYPES } from './event-payloads.ts';
import { isMoment } from './moment.ts';
import { stepUpFields } from './step-up.ts';
import { Id, IdParams, isWebAddress, oneLine, oneOf, optionalText, Switch, storable, text } from './text.ts';
import { EventVersion, GRACE_HOURS, WEBHOOK_STATE } from './webhooks.ts';

/** Maximum number of endpoints per mode. */
export const ENDPOINTS_MAXIMUM = 10;

/** Maximum number of messages that one call resends. */
export const RESENT_MAXIMUM = 1_000;

const Address = text(2000).check(
  z.refine((value: string) => value === '' || isWebAddress(value), { error: 'InvalidUrl' }),
);
const Events = z.nullable(
  z
    .array(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Invalid' }))
    .check(z.minLength(1, { error: 'Required' }), z.maxLength(200)),
);
/** Sending events elsewhere requires step-up from people; for a key, its permission is enough. */
export const EndpointForm = z.object({
  url: Address,
  /** Display name. */
  name: optionalText(60),
  /** The event types to send; null or absent: all, including those of later versions. */
  events: z.optional(Events),
  /** Absent: the version of the call, if a key makes it; the newest, if a person does. */
  version: z.optional(EventVersion),
  ...stepUpFields,
});
export type EndpointFormValues = z.output<typeof EndpointForm>;

/** Absent fields are kept. */
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
  /** False: events that occur meanwhile are not sent to it. */
  is_active: z.optional(Switch),
  ...stepUpFields,
});
export type EndpointChangeValues = z.output<typeof EndpointChange>;

export const WebhookEndpoint = z.object({
  id: z.number(),
  url: z.string(),
  name: z.string(),
  /** The event types sent to it; null: all. */
  events: z.nullable(z.array(z.string())),
  /** The version of its messages. */
  version: z.string(),
  is_active: z.boolean(),
  /** True: it answered 410 and receives nothing until a test or resend succeeds, or it is changed. */
  is_stopped: z.boolean(),
  /** Until when the previous secret signs as well; null if there is none. */
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
    /** Messages written from this moment on. */
    from: Moment,
    /** Messages written before this moment; absent: until now. */
    to: z.optional(z.nullable(Moment)),
    type: z.optional(z.nullable(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Invalid' }))),
    /** 2 delivered, 3 failed; absent: both. Messages still being sent are excluded. */
    state: z.optional(z.nullable(oneOf([WEBHOOK_STATE.delivered, WEBHOOK_STATE.failed]))),
    /** Absent: messages to every address. */
    endpoint_id: z.optional(z.nullable(Id)),
  })
  .check(
    z.refine(({ from, to }) => !to || new Date(from) < new Date(to), {
      error: 'RangeReversed',
      path: ['to'],
    }),
  );
export type ResendFormValues = z.output<typeof ResendForm>;

const access = ['manage-webhooks', 'payment-methods-settings'] as const;
/** Endpoints receive the content of events, so a key must not send itself events that it may not read. */
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
  /** Not idempotent: the reply contains a secret, which must not be stored for an `Idempotency-Key`. */
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
  /** Sends `webhook.test` to this endpoint only. */
  test: {
    method: 'POST',
    path: '/merchant/webhooks/endpoints/:id/test',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(z.object({ id: z.number(), message_id: z.string() })),
  },
  /** Resends the messages of a period, at most 1,000. */
  resend: {
    method: 'POST',
    path: '/merchant/webhooks/resend',
    base: 'mode',
    access,
    body: ResendForm,
    reply: data(z.object({ resent: z.number() })),
  },
});
