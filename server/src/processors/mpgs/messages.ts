/** The fields of Mastercard Gateway's answers that we read; all others are ignored. */
import * as z from 'zod/mini';

const Amount = z.union([z.string(), z.number()]);
const Text = z.string();

/** Any refusal. `result` is always `ERROR`. */
export const ErrorAnswer = z.object({
  result: z.literal('ERROR'),
  error: z.object({
    cause: z.optional(Text),
    explanation: z.optional(z.string()),
    field: z.optional(z.string()),
  }),
});

/** The answer of INITIATE_CHECKOUT. */
export const CheckoutAnswer = z.object({
  result: Text,
  merchant: z.string(),
  session: z.object({ id: z.string().check(z.regex(/^[0-9A-Za-z]{10,64}$/)) }),
});

/** A transaction, alone or within its order. */
export const TransactionAnswer = z.object({
  result: Text,
  merchant: z.optional(z.string()),
  order: z.optional(z.object({ id: z.string() })),
  response: z.optional(z.object({ gatewayCode: z.optional(Text), acquirerMessage: z.optional(z.string()) })),
  timeOfRecord: z.optional(z.string()),
  sourceOfFunds: z.optional(
    z.object({
      provided: z.optional(
        z.object({
          card: z.optional(
            z.object({ brand: z.optional(Text), scheme: z.optional(Text), number: z.optional(z.string()) }),
          ),
        }),
      ),
    }),
  ),
  transaction: z.object({
    id: z.string(),
    type: Text,
    amount: z.optional(Amount),
    currency: z.optional(Text),
    authorizationCode: z.optional(z.string()),
    receipt: z.optional(z.string()),
    targetTransactionId: z.optional(z.string()),
    acquirer: z.optional(z.object({ batch: z.optional(z.union([z.string(), z.number()])) })),
  }),
});
export type TransactionAnswer = z.infer<typeof TransactionAnswer>;

/** The answer of Retrieve Order: the order's own fields are not nested. */
export const OrderAnswer = z.object({
  result: Text,
  merchant: z.string(),
  id: z.string(),
  status: Text,
  currency: Text,
  amount: Amount,
  totalCapturedAmount: Amount,
  totalRefundedAmount: Amount,
  totalAuthorizedAmount: z.optional(Amount),
  chargeback: z.optional(z.object({ amount: z.optional(Amount) })),
  transaction: z.optional(z.array(TransactionAnswer)),
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

/** A notification: the answer of Retrieve Transaction. */
export const Notification = z.object({
  order: z.object({ id: z.string() }),
  transaction: z.object({ id: z.string() }),
});
