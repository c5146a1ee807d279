/** The stand-in's API, as strict as Paymob's, with Paymob's error forms as far as they are known. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/time/clock.ts';
import type { AccountSettings } from '../gateway.ts';
import {
  APPROVED,
  type Books,
  DECLINED,
  leftOf,
  type Outcome,
  type PaidBy,
  shown,
  WAITING,
} from './stand-in-books.ts';
import type { Notifier } from './stand-in-notifications.ts';

/** The account whose credentials the stand-in accepts. */
export type Account = Pick<AccountSettings, 'mode' | 'credentials'>;

/** An answer of the API. */
export interface ApiReply {
  status: number;
  body: unknown;
}
export interface ApiRequest {
  authorization: string;
  body: unknown;
}

const Text = z.string().check(z.minLength(1));
const Amount = z.int().check(z.positive());
const NewIntention = z.object({
  amount: Amount,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  payment_methods: z.array(z.int()).check(z.length(1)),
  items: z.array(z.object({ name: Text, amount: Amount, quantity: z.optional(z.int()) })),
  billing_data: z.object({ first_name: Text, last_name: Text, email: Text, phone_number: Text }),
  special_reference: Text,
  extras: z.optional(z.object({ locale: z.optional(z.string()) })),
  notification_url: z.url(),
  redirection_url: z.url(),
  expiration: z.int().check(z.positive()),
});

/** The results of refunds. */
export type RefundsAre = 'made' | 'pending' | 'refused';
const REFUNDS: Readonly<Record<RefundsAre, Outcome>> = {
  made: APPROVED,
  pending: WAITING,
  refused: DECLINED,
};

const TOKEN_MINUTES = 60;
const NO_CREDENTIALS: ApiReply = { status: 401, body: { detail: 'incorrect credentials' } };
const NOT_FOUND: ApiReply = { status: 404, body: { detail: 'Not found.' } };
const refused = (status: number, body: unknown): ApiReply => ({ status, body });

export class Api {
  refundsAre: RefundsAre = 'made';
  readonly #tokens = new Map<string, number>();
  readonly #account: Account;
  readonly #books: Books;
  readonly #notifier: Notifier;
  readonly #clock: Clock;

  constructor(account: Account, books: Books, notifier: Notifier, clock: Clock) {
    this.#account = account;
    this.#books = books;
    this.#notifier = notifier;
    this.#clock = clock;
  }

  authTokens({ body }: ApiRequest): ApiReply {
    if ((body as { api_key?: unknown } | null)?.api_key !== this.#account.credentials.apiKey)
      return NO_CREDENTIALS;
    const token = randomBytes(24).toString('base64url');
    this.#tokens.set(token, this.#clock.now().getTime() + TOKEN_MINUTES * 60_000);
    return { status: 201, body: { token, profile: { id: 164295 } } };
  }

  createIntention({ authorization, body }: ApiRequest): ApiReply {
    if (!this.#isSecret(authorization)) return NO_CREDENTIALS;
    const asked = NewIntention.safeParse(body);
    if (!asked.success) return refused(400, fieldErrors(asked.error));
    const { amount, currency, items, special_reference: reference, extras, expiration } = asked.data;
    const [integration = 0] = asked.data.payment_methods;
    const paidBy = this.#methods()[String(integration)];
    if (!paidBy) return refused(404, { detail: 'Integration ID/Name does not exist in our system .' });
    if (currency !== 'EGP') return refused(400, { detail: 'Unsupported currency' });
    if (items.reduce((sum, item) => sum + item.amount * (item.quantity ?? 1), 0) !== amount) {
      return refused(406, { detail: 'unmatched_item_prices', code: 'unmatched_item_prices' });
    }
    if (this.#books.byReference(reference)) return refused(400, { detail: 'duplicate order with same id' });
    const order = this.#books.addOrder(
      {
        reference,
        amount,
        currency,
        integration,
        paidBy,
        itemName: items[0]?.name ?? '',
        locale: extras?.locale === 'ar' ? 'ar' : 'en',
        notificationUrl: asked.data.notification_url,
        redirectionUrl: asked.data.redirection_url,
        expiresAt: new Date(this.#clock.now().getTime() + expiration * 1000),
      },
      this.#account.mode,
    );
    const intention = {
      id: order.intentionId,
      client_secret: order.clientSecret,
      intention_order_id: order.id,
      intention_detail: { amount, currency, items },
      status: 'intended',
      confirmed: false,
      special_reference: reference,
      payment_keys: [{ integration, order_id: order.id }],
    };
    return { status: 201, body: intention };
  }

  inquire({ authorization, body }: ApiRequest): ApiReply {
    const asked = (body ?? {}) as { order_id?: unknown; merchant_order_id?: unknown; auth_token?: unknown };
    if (!this.#isToken(authorization, asked.auth_token)) return NO_CREDENTIALS;
    const order = this.#books.orders.find(({ id, reference }) =>
      asked.order_id === undefined
        ? reference === asked.merchant_order_id
        : String(id) === String(asked.order_id),
    );
    const last = order?.transactions.at(-1);
    return last ? { status: 200, body: shown(last) } : NOT_FOUND;
  }

  findTransaction({ authorization }: ApiRequest, id: string): ApiReply {
    if (!this.#isToken(authorization, undefined)) return NO_CREDENTIALS;
    const found = this.#books.transaction(id);
    return found ? { status: 200, body: shown(found) } : NOT_FOUND;
  }

  /** Refunds part of a payment, or voids it as a whole. */
  takeBack({ authorization, body }: ApiRequest, kind: 'refund' | 'void'): ApiReply {
    if (!this.#isSecret(authorization)) return NO_CREDENTIALS;
    const asked = (body ?? {}) as { transaction_id?: unknown; amount_cents?: unknown };
    const payment = this.#books.transaction(asked.transaction_id);
    if (payment?.kind !== 'payment' || payment.state !== 'success') return NOT_FOUND;
    if (payment.order.paidBy === 'kiosk')
      return refused(400, { message: 'Refund is not supported for kiosk' });
    if (kind === 'void' && !this.#books.isVoidable(payment)) {
      return refused(400, { message: 'This transaction cannot be voided' });
    }
    const amount = kind === 'void' ? payment.amount : asked.amount_cents;
    if (!Number.isSafeInteger(amount) || (amount as number) <= 0) {
      return refused(400, { amount_cents: ['A valid integer is required.'] });
    }
    if ((amount as number) > leftOf(payment)) {
      return refused(400, { amount_cents: ['Refund amount exceeds the remaining amount'] });
    }
    const child = this.#books.addChild(payment, kind, amount as number, REFUNDS[this.refundsAre]);
    this.#notifier.notify(child);
    return { status: 201, body: shown(child) };
  }

  integrations({ authorization }: ApiRequest): ApiReply {
    if (!this.#isToken(authorization, undefined)) return NO_CREDENTIALS;
    const types = { card: 'VPC', wallet: 'UIG', kiosk: 'CAGG' };
    const isLive = this.#account.mode === 'live';
    const results = Object.entries(this.#methods()).map(([id, paidBy]) => ({
      id: Number(id),
      gateway_type: types[paidBy],
      currency: 'EGP',
      is_live: isLive,
    }));
    return { status: 200, body: { results } };
  }

  hmacSecret({ authorization }: ApiRequest): ApiReply {
    if (!this.#isToken(authorization, undefined)) return NO_CREDENTIALS;
    return { status: 200, body: { hmac_secret: this.#notifier.secret } };
  }

  /** Returns the methods by integration. */
  #methods(): Record<string, PaidBy> {
    const { cardIntegration, walletIntegration, kioskIntegration } = this.#account.credentials;
    return {
      [cardIntegration ?? '']: 'card',
      [walletIntegration ?? '']: 'wallet',
      [kioskIntegration ?? '']: 'kiosk',
    };
  }

  #isSecret(authorization: string): boolean {
    return authorization === `Token ${this.#account.credentials.secretKey}`;
  }

  /**
   * Returns whether a token is valid: as Bearer, as one document requires, or in the body, as another does; both are
   * checked if present.
   */
  #isToken(authorization: string, inBody: unknown): boolean {
    const bearer = /^Bearer (.+)$/.exec(authorization)?.[1];
    const given = [bearer, inBody].filter((token) => token !== undefined);
    const now = this.#clock.now().getTime();
    return given.length > 0 && given.every((token) => (this.#tokens.get(String(token)) ?? 0) > now);
  }
}

function fieldErrors(error: z.core.$ZodError): Record<string, string[]> {
  return Object.fromEntries(
    error.issues.map(({ path }) => [path.map(String).join('.'), ['This field is required.']]),
  );
}
