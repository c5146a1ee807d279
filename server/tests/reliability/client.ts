import type { Product } from './product.ts';

/** The reply to a request. */
export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
  raw: string;
  headers: Headers;
}

/** The timeout of test requests: far longer than any may take. */
const PATIENCE_MILLISECONDS = 60_000;

/** Sends one request over the network; a body object goes as JSON, a string as a form. */
export async function send(
  origin: string,
  path: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { body } = options;
  const form = typeof body === 'string';
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const response = await fetch(`${origin}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    headers: { ...(body === undefined ? {} : { 'content-type': type }), ...options.headers },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const raw = await response.text();
  const json = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: json ? JSON.parse(raw) : null, raw, headers: response.headers };
}

export const PASSWORD = 'Secret1$x';

/** The form of a sign-up; `serial` identifies the person. */
export const signUpForm = (serial: number) => ({
  firstName: 'Mona',
  lastName: 'Adel',
  email: `owner${serial}@example.com`,
  mobileNumber: `010${String(10_000_000 + serial)}`,
  businessName: `Store ${serial}`,
  tAndC: true,
});

/** The newest link mailed to somebody, from the outbox. */
export async function mailedLink(origin: string, to: string): Promise<URL | null> {
  const { body } = await send(origin, `/dev/outbox?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  });
  return body[0] ? new URL(body[0].links[0]) : null;
}

/** Creates a merchant by signing up, choosing a password and signing in over HTTP. */
export async function signedIn({ origin }: Pick<Product, 'origin'>, serial: number) {
  const form = signUpForm(serial);
  await send(origin, '/api/merchant/register', { body: form });
  const token = (await mailedLink(origin, form.email))?.searchParams.get('token');
  await send(origin, '/api/merchant/password/create', {
    body: { email: form.email, token, password: PASSWORD, password_confirmation: PASSWORD },
  });
  const { body } = await send(origin, '/api/merchant/login', {
    body: { email: form.email, password: PASSWORD },
  });
  return { email: form.email, authorization: `Bearer ${body.data.access_token}` };
}

/** The form of a payment link. */
export const linkForm = (name: string, places: number) => ({
  invoice_name: name,
  amount: 150.25,
  currency_id: 1,
  language: 2,
  require_email: true,
  max_payment_count: places,
  due_date: new Date(Date.now() + 7 * 86_400_000).toISOString(),
});

export const CREATE_LINK = '/api/sandbox/merchant/payment_links/create';

/** The payment page's form, paying by a card that succeeds. */
export const cardPost = (extra: Record<string, string> = {}) =>
  new URLSearchParams({
    method: '1',
    card_number: '4242 4242 4242 4242',
    card_expiry: '12/39',
    card_cvv: '739',
    card_name: 'Mona Adel',
    ...extra,
  }).toString();
