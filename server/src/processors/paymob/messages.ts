/** The parts of Paymob's messages that we read. Unknown fields are dropped. */
import * as z from 'zod/mini';

/** An id: a positive integer, in some answers as text. Read as text. */
const Id = z.pipe(
  z.union([z.int().check(z.positive()), z.string().check(z.regex(/^[1-9]\d{0,18}$/))]),
  z.transform(String),
);

/** Piastres: Paymob's `…_cents`. */
const Piastres = z.int().check(z.nonnegative());

/** `POST /api/auth/tokens`. */
export const AuthToken = z.object({ token: z.string().check(z.minLength(1)) });

/** `POST /v1/intention/`: a payment that can be made on the unified checkout. */
export const Intention = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  client_secret: z.string().check(z.minLength(1), z.maxLength(500)),
  intention_order_id: Id,
  intention_detail: z.object({ amount: Piastres, currency: z.string() }),
  special_reference: z.optional(z.nullable(z.string())),
  status: z.optional(z.string()),
});

/** Bank codes come as text or number, depending on the gateway behind Paymob. */
const Code = z.optional(z.nullable(z.union([z.string(), z.number()])));

/**
 * One try to pay an order, or a refund or void of one (a child transaction). The same form in an inquiry, in answers to
 * refunds, and as `obj` of a notification.
 */
export const Transaction = z.object({
  id: Id,
  pending: z.boolean(),
  success: z.boolean(),
  error_occured: z.boolean(),
  is_auth: z.boolean(),
  is_capture: z.boolean(),
  is_voided: z.boolean(),
  is_refunded: z.boolean(),
  is_void: z.optional(z.nullable(z.boolean())),
  is_refund: z.optional(z.nullable(z.boolean())),
  has_parent_transaction: z.boolean(),
  parent_transaction: z.optional(z.unknown()),
  amount_cents: Piastres,
  /** The amount refunded so far; not in every answer. */
  refunded_amount_cents: z.optional(z.nullable(Piastres)),
  currency: z.string(),
  integration_id: Id,
  order: z.object({
    id: Id,
    /** The order's amount, without a fee that Paymob added for the payer. */
    amount_cents: z.optional(z.nullable(Piastres)),
    paid_amount_cents: z.optional(z.nullable(Piastres)),
    /** Our `special_reference`. */
    merchant_order_id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  }),
  source_data: z.optional(
    z.nullable(
      z.object({
        type: z.optional(z.nullable(z.string())),
        sub_type: z.optional(z.nullable(z.string())),
        /** The last four digits of a card; the mobile of a wallet. */
        pan: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  data: z.optional(
    z.nullable(
      z.object({
        txn_response_code: Code,
        /** The same code as a word, if the other is a number. */
        txn_response_code_new: Code,
        acq_response_code: Code,
        /** The code that a payer gives at a kiosk. */
        bill_reference: Code,
        message: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  /** The convenience fee, if the account has one; its form is not documented. */
  caf_details: z.optional(z.nullable(z.array(z.unknown()))),
});
export type Transaction = z.output<typeof Transaction>;

/** A notification about a transaction. */
export const TransactionNotification = z.object({ type: z.literal('TRANSACTION'), obj: Transaction });

/** A notification about an intention: only the intention's amount and id are signed. */
export const IntentionNotification = z.object({
  intention: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(200)),
    intention_detail: z.object({ amount: Piastres }),
  }),
  hmac: z.string(),
});

/** `GET /api/ecommerce/integrations`: the payment methods of an account. */
export const Integrations = z.object({
  results: z.array(
    z.object({
      id: Id,
      gateway_type: z.optional(z.nullable(z.string())),
      is_live: z.optional(z.nullable(z.boolean())),
      currency: z.optional(z.nullable(z.string())),
    }),
  ),
});

/** `GET /api/auth/hmac_secret/get_hmac`. */
export const HmacSecret = z.object({ hmac_secret: z.string() });

/**
 * Returns Paymob's explanation of an error: `detail`, `message`, or texts by field. One line of at most 200 characters.
 */
export function explanationOf(json: unknown): string {
  const found = firstText(json) ?? 'no explanation';
  // Without digits that could be a card number.
  return found
    .replace(/\d{9,}/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
}

function firstText(json: unknown, depth = 0): string | null {
  if (typeof json === 'string') return json.trim() || null;
  if (typeof json !== 'object' || json === null || depth > 3) return null;
  const named = json as Record<string, unknown>;
  for (const value of [named.detail, named.message, ...Object.values(named)]) {
    const text = firstText(value, depth + 1);
    if (text) return text;
  }
  return null;
}
