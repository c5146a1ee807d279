import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/journey.ts';

/** Screens of the sidebar, and what each needs. */
const SCREENS = [
  ['/dashboard', null],
  ['/invoices', 'view-invoices-list'],
  ['/payment-link', 'view-pay-links-list'],
  ['/customers', 'view-customers-list'],
  ['/settlements', 'view-settlements'],
  ['/transactions', 'view-transactions-list'],
  ['/charge-backs', 'view-chargeback-list'],
  ['/users-and-roles', 'users-manage'],
  ['/profile-setting', null],
] as const;

const BASE = '/api/sandbox/merchant/business-account';

/** The bearer token of somebody who signs in over HTTP. */
async function tokenOf(request: APIRequestContext, { email, password }: { email: string; password: string }) {
  const reply = await request.post('/api/merchant/login', { data: { email, password } });
  return { authorization: `Bearer ${(await reply.json()).data.access_token}` };
}

test('every screen opens to the roles that hold it and to no other', async ({
  page,
  request,
  newMerchant,
  newPerson,
  signIn,
  outbox,
}) => {
  const owner = await newMerchant();
  const headers = await tokenOf(request, owner);
  const groups = (await (await request.get(`${BASE}/permissions`, { headers })).json()).data as {
    permissions: { id: number; name: string }[];
  }[];
  const idOf = (name: string) =>
    groups.flatMap(({ permissions }) => permissions).find((each) => each.name === name)!.id;
  const limited = ['view-invoices-list', 'view-customers-list'];
  const people = [{ person: owner, holds: (_needed: string) => true }];
  for (const names of [limited, []]) {
    const name = `Role ${names.length}`;
    const role = await request.post(`${BASE}/roles/create`, {
      headers,
      data: { name_ar: name, name_en: name, permissions: names.map(idOf) },
    });
    const person = newPerson();
    await request.post(`${BASE}/merchants`, {
      headers,
      data: {
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
        mobile: person.mobile,
        role_id: (await role.json()).data.id,
      },
    });
    const token = new URL((await outbox(person.email)).links[0] ?? '').searchParams.get('token');
    const { email, password } = person;
    const created = await request.post('/api/merchant/password/create', {
      data: { email, token, password, password_confirmation: password },
    });
    expect(created.status()).toBe(200);
    people.push({ person, holds: (needed) => names.includes(needed) });
  }
  for (const { person, holds } of people) {
    await page.context().clearCookies();
    await page.goto('/login');
    await signIn(page, person);
    for (const [path, needed] of SCREENS) {
      await page.goto(path);
      await page.waitForURL(needed === null || holds(needed) ? `**${path}*` : '**/403');
    }
  }
});
