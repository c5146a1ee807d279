import { type APIRequestContext, expect } from '@playwright/test';
import type { OutboxMessage, Person } from './journey.ts';

/** A payment of test money: by card, or by AmanCard with a number of its own. */
export interface Payment {
  pounds: string;
  amanNumber?: string;
}

/** A link in test mode. */
interface MadeLink {
  id: number;
  /** The path of its payment page. */
  path: string;
  headers: { authorization: string };
}

/** Creates a merchant's link over HTTP. */
export async function makeLink(
  request: APIRequestContext,
  person: Person,
  { pounds, times = 1 }: { pounds: string; times?: number },
): Promise<MadeLink> {
  const signedIn = await request.post('/api/merchant/login', {
    data: { email: person.email, password: person.password },
  });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.access_token}` };
  const made = await request.post('/api/sandbox/merchant/payment_links/create', {
    headers,
    data: {
      invoice_name: 'Copper lamp',
      currency_id: 1,
      amount: pounds,
      language: 2,
      require_name: true,
      max_payment_count: times,
      due_date: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const { id, link } = (await made.json()).data;
  return { id, path: new URL(link).pathname, headers };
}

/** Pays a link as a payer, by card without a second step, or with the given fields. @returns the resulting address. */
export async function payLink(
  request: APIRequestContext,
  path: string,
  method: Record<string, string> = {
    method: '1',
    card_number: '4242424242424242',
    card_expiry: '12/39',
    card_cvv: '123',
  },
): Promise<string> {
  const started = await request.post(path, { form: { ...method, name: 'سلمى حسن' }, maxRedirects: 0 });
  expect(started.status()).toBe(303);
  return started.headers().location ?? '';
}

/** Creates a link over HTTP and pays it as a payer. @returns the transaction's id and reference. */
export async function paid(
  request: APIRequestContext,
  outbox: (to: string) => Promise<OutboxMessage>,
  person: Person,
  { pounds, amanNumber }: Payment,
): Promise<{ id: number; reference: string }> {
  const { id: link, path, headers } = await makeLink(request, person, { pounds });
  if (amanNumber) {
    const at = await payLink(request, path, { method: '2', wallet_mobile: amanNumber });
    const code = /\d{6}/.exec((await outbox(amanNumber)).text)?.[0] ?? '';
    await request.post(`${at}/otp`, { form: { otp: code }, maxRedirects: 0 });
  } else await payLink(request, path);
  const list = await request.get(`/api/sandbox/merchant/payment_links/${link}/transactions`, { headers });
  const [{ id, reference, status }] = (await list.json()).data;
  expect(status).toBe(1);
  return { id, reference };
}
