/** The requests that the stand-in accepts, as strict as Mastercard Gateway: an unknown field is refused as well. */
import * as z from 'zod/mini';
import { fromDecimal } from '../../amounts.ts';
import { Invalid } from './books.ts';

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const Amount = z.string().check(
  z.regex(/^\d{1,10}\.\d{2}$/),
  z.refine((value) => (fromDecimal(value) ?? 0) > 0),
);
const Currency = z.literal('EGP');
/** HTTPS, or this machine. */
const Url = z
  .string()
  .check(
    z.maxLength(1024),
    z.regex(/^(https:\/\/[^\s/]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)(\/\S*)?$/),
  );
const Display = z.enum(['HIDE', 'OPTIONAL', 'MANDATORY']);

export const CheckoutRequest = z.strictObject({
  apiOperation: z.literal('INITIATE_CHECKOUT'),
  checkoutMode: z.optional(z.literal('WEBSITE')),
  interaction: z.strictObject({
    operation: z.literal('PURCHASE'),
    locale: z.optional(z.string().check(z.regex(/^[a-z]{2}_[A-Z]{2}$/))),
    merchant: z.strictObject({ name: text(40), url: z.optional(Url) }),
    displayControl: z.optional(
      z.strictObject({
        billingAddress: z.optional(Display),
        customerEmail: z.optional(Display),
        shipping: z.optional(Display),
      }),
    ),
    timeout: z.optional(z.int().check(z.minimum(60))),
    returnUrl: Url,
    cancelUrl: z.optional(Url),
    timeoutUrl: z.optional(Url),
    redirectMerchantUrl: z.optional(Url),
    retryAttemptCount: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  }),
  order: z.strictObject({
    id: text(40),
    reference: z.optional(text(200)),
    amount: Amount,
    currency: Currency,
    description: text(127),
    notificationUrl: z.optional(Url),
  }),
  transaction: z.optional(
    z.strictObject({ reference: z.optional(text(40)), source: z.optional(z.literal('INTERNET')) }),
  ),
  customer: z.optional(
    z.strictObject({
      firstName: z.optional(text(50)),
      lastName: z.optional(text(50)),
      email: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/))),
      mobilePhone: z.optional(z.string().check(z.regex(/^\+?\d{5,20}$/))),
    }),
  ),
});

export const TransactionRequest = z.discriminatedUnion('apiOperation', [
  z.strictObject({
    apiOperation: z.literal('REFUND'),
    transaction: z.strictObject({ amount: Amount, currency: Currency, reference: z.optional(text(40)) }),
  }),
  z.strictObject({
    apiOperation: z.literal('VOID'),
    transaction: z.strictObject({ targetTransactionId: text(40), reference: z.optional(text(40)) }),
  }),
]);

/** Reads a request. @throws Invalid with the wrong field */
export function read<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw new Invalid('The request is not JSON');
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const isUnknown = issue?.code === 'unrecognized_keys';
  const field = [...(issue?.path ?? []), ...(isUnknown ? issue.keys.slice(0, 1) : [])].map(String).join('.');
  const isMissing = !isUnknown && issue?.path.reduce<unknown>(within, json) === undefined;
  const type = isUnknown ? 'UNSUPPORTED' : isMissing ? 'MISSING' : 'INVALID';
  throw new Invalid(`Value of ${field} is ${type.toLowerCase()}`, field, type);
}

const within = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
