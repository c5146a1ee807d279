import { type APIRequestContext, expect } from '@playwright/test';
import type { OutboxMessage, Person } from './journey.ts';

const BASE = '/api/sandbox/merchant/business-account';

/** Signs in over HTTP and returns the bearer token. */
export async function tokenOf(request: APIRequestContext, { email, password }: Person) {
  const reply = await request.post('/api/merchant/login', { data: { email, password } });
  return { authorization: `Bearer ${(await reply.json()).data.access_token}` };
}

/**
 * Creates a colleague of an owner over HTTP: a role of its own, an invitation, and by its link a password, or their own one of whoever
 * has an account.
 */
export async function hire(
  request: APIRequestContext,
  outbox: (to: string) => Promise<OutboxMessage>,
  owner: Person,
  person: Person,
  permissions: readonly string[],
): Promise<void> {
  const headers = await tokenOf(request, owner);
  const groups = (await (await request.get(`${BASE}/permissions`, { headers })).json()).data as {
    permissions: { id: number; name: string }[];
  }[];
  const all = groups.flatMap((group) => group.permissions);
  const name = `Role of ${person.email}`;
  const role = await request.post(`${BASE}/roles/create`, {
    headers,
    data: {
      name_ar: name,
      name_en: name,
      permissions: all.filter((each) => permissions.includes(each.name)).map(({ id }) => id),
    },
  });
  await request.post(`${BASE}/merchants`, {
    headers,
    data: {
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      mobile: person.mobile,
      role_id: (await role.json()).data.id,
      current_password: owner.password,
    },
  });
  const link = new URL((await outbox(person.email)).links[0] ?? '');
  const token = link.searchParams.get('token');
  const { email, password } = person;
  const joined =
    link.pathname === '/join'
      ? await request.post('/api/merchant/accept-invitation', { data: { email, token, password } })
      : await request.post('/api/merchant/password/create', {
          data: { email, token, password, password_confirmation: password },
        });
  expect(joined.status()).toBe(200);
}
