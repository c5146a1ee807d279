/** How payments are reported and begin, and from where calls may come. */
import * as z from 'zod/mini';
import { CURRENCY_IDS, PAYMENT_METHOD_IDS } from './lookups.ts';
import { stepUpFields } from './step-up.ts';
import { isWebAddress, oneOf, Switch, text } from './text.ts';

/** Where a browser or a server can be sent. Required; http:// or https://. */
const WebAddress = text(2000).check(
  z.refine((value: string) => value === '' || isWebAddress(value), { error: 'InvalidUrl' }),
);

export const WebhookUrls = z.object({
  defaultCallbackUrl: WebAddress,
  defaultCancelUrl: WebAddress,
  defaultReturnUrl: WebAddress,
});
export type WebhookUrls = z.output<typeof WebhookUrls>;
/** Sending events or payers elsewhere needs a proof. */
export const WebhookUrlsForm = z.extend(WebhookUrls, stepUpFields);
export type WebhookUrlsFormValues = z.output<typeof WebhookUrlsForm>;

const Method = oneOf(PAYMENT_METHOD_IDS);

export const DefaultSettingsForm = z.object({
  receiveNotification: Switch,
  language: z.enum(['en', 'ar'], { error: 'Invalid' }),
  defaultPayment: z.optional(z.nullable(Method)),
  /** Absent leaves what is allowed as it is. */
  allowedPaymentMethod: z.optional(z.array(Method).check(z.minLength(1), z.maxLength(20))),
  currency: z.optional(oneOf(CURRENCY_IDS)),
});
export type DefaultSettingsFormInput = z.input<typeof DefaultSettingsForm>;
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

/** How a new link or invoice begins. */
export const FormDefaults = z.object({
  /** 1 Arabic, 2 English. */
  language: z.number(),
  currency_id: z.number(),
  payment_method: z.nullable(z.number()),
});

export const IP_LIST_MAXIMUM = 100;

export const IpListForm = z.object({
  /** IPv4, IPv6 or CIDR; blanks are left out. None: from anywhere. */
  ips: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(IP_LIST_MAXIMUM)),
  /** Whether people who are signed in must come from there too; absent leaves it as it is. */
  portal: z.optional(Switch),
  /** Agreed to, although the caller's own address is not in the list. */
  lock_me_out: z.optional(Switch),
  /** Where something changes. */
  ...stepUpFields,
});
export type IpListFormInput = z.input<typeof IpListForm>;

export const IpList = z.object({
  ips: z.array(z.string()),
  portal: z.boolean(),
  /** Where this call came from, as the server sees it. */
  your_address: z.string(),
});
export type IpList = z.output<typeof IpList>;
