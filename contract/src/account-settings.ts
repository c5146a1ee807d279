/** Callback URLs, default settings and allowed addresses. */
import * as z from 'zod/mini';
import { CURRENCY, PAYMENT_METHOD } from './lookups.ts';
import { LANGUAGE } from './payables.ts';
import { stepUpFields } from './step-up.ts';
import { codeOf, isWebAddress, oneCode, Switch, text } from './text.ts';

/** A required web address: http:// or https://. */
const WebAddress = text(2000).check(
  z.refine((value: string) => value === '' || isWebAddress(value), { error: 'InvalidUrl' }),
);

export const WebhookUrls = z.object({
  defaultCallbackUrl: WebAddress,
  defaultCancelUrl: WebAddress,
  defaultReturnUrl: WebAddress,
});
export type WebhookUrls = z.output<typeof WebhookUrls>;
/** Sending events or payers elsewhere requires step-up. */
export const WebhookUrlsForm = z.extend(WebhookUrls, stepUpFields);
export type WebhookUrlsFormValues = z.output<typeof WebhookUrlsForm>;

const Method = oneCode(PAYMENT_METHOD);

export const DefaultSettingsForm = z.object({
  receiveNotification: Switch,
  language: z.enum(['en', 'ar'], { error: 'Invalid' }),
  defaultPayment: z.optional(z.nullable(Method)),
  /** Absent keeps the allowed methods. */
  allowedPaymentMethod: z.optional(z.array(Method).check(z.minLength(1), z.maxLength(20))),
  currency: z.optional(oneCode(CURRENCY)),
});
export type DefaultSettingsFormValues = z.output<typeof DefaultSettingsForm>;

export const DefaultSettings = z.object({
  receiveNotification: z.boolean(),
  /** `en` or `ar`. */
  language: z.string(),
  defaultPayment: z.nullable(z.number()),
  allowedPaymentMethod: z.array(z.object({ id: z.number(), name: z.string() })),
  currency: z.number(),
});
export type DefaultSettings = z.output<typeof DefaultSettings>;

/** Initial values of a new link or invoice form. */
export const FormDefaults = z.object({
  /** 1 Arabic, 2 English. */
  language: codeOf(LANGUAGE),
  currency_id: z.number(),
  payment_method: z.nullable(z.number()),
});

export const IP_LIST_MAXIMUM = 100;

export const IpListForm = z.object({
  /** IPv4, IPv6 or CIDR; blanks are ignored. An empty list allows every address. */
  ips: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(IP_LIST_MAXIMUM)),
  /** True: the list also applies to signed-in people. Absent keeps the setting. */
  portal: z.optional(Switch),
  /** Confirms a list that does not contain the caller's own address. */
  lock_me_out: z.optional(Switch),
  /** Required where something changes. */
  ...stepUpFields,
});

export const IpList = z.object({
  ips: z.array(z.string()),
  portal: z.boolean(),
  /** The address of this call, as the server sees it. */
  your_address: z.string(),
});
export type IpList = z.output<typeof IpList>;
