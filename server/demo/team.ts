import type { Permission } from '@daftar/contract/permissions';
import type { Auth } from '../src/auth/context.ts';
import { revokeLinks } from '../src/auth/links.ts';
import { createPassword } from '../src/auth/passwords.ts';
import * as people from '../src/people/writes.ts';
import type { App, Caller } from '../src/platform/context.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { FakeClock } from '../src/platform/time/clock.ts';
import { addUser, createRole, setUserStatus } from '../src/team/index.ts';
import { takePasswordToken } from './store.ts';
import { DEMO_PASSWORD } from './story.ts';

/** Requests refunds besides the owner. */
export const ACCOUNTANT = 'dina@daftar.example';

/** Keeps the books of one of the applicants, too. */
const KEEPER = {
  first: 'كريم',
  last: 'حسن',
  at: 'accountant',
  state: 'active',
  mobile: '01555001311',
} as const;

interface DemoRole {
  en: string;
  ar: string;
  permissions: readonly Permission[];
  people: readonly DemoColleague[];
}

interface DemoColleague {
  first: string;
  last: string;
  /** The local part of the address at daftar.example; the password is the demo's. */
  at: string;
  state: 'active' | 'inactive' | 'invited';
}

const ROLES: readonly DemoRole[] = [
  {
    en: 'Accountants',
    ar: 'الحسابات',
    permissions: [
      'view-transactions-list',
      'view-transaction-details',
      'export-transactions',
      'view-settlements',
      'export-settlements',
      'transaction-refund',
      'payout-request-transactions',
    ],
    people: [KEEPER, { first: 'Dina', last: 'Fathy', at: 'dina', state: 'active' }],
  },
  {
    en: 'Sales',
    ar: 'المبيعات',
    permissions: [
      'view-invoices-list',
      'view-invoice-details',
      'create-invoice',
      'view-pay-links-list',
      'view-pay-link-details',
      'create-pay-link',
      'view-customers-list',
      'view-customer-details',
      'add-customer',
      'update-customer',
    ],
    people: [
      { first: 'سارة', last: 'عبد الرحمن', at: 'sales', state: 'active' },
      { first: 'Omar', last: 'Said', at: 'omar', state: 'inactive' },
    ],
  },
  {
    en: 'Customer care',
    ar: 'خدمة العملاء',
    permissions: ['tickets-list', 'view-ticket', 'create-ticket', 'view-customers-list'],
    people: [{ first: 'Hala', last: 'Nabil', at: 'hala', state: 'invited' }],
  },
];

/** Makes the accountant a member of another business, with the same role; they sign in where they were before. */
export async function shareAccountant(app: App, auth: Auth, caller: Caller): Promise<void> {
  const { en, ar, permissions } = ROLES[0]!;
  const email = `${KEEPER.at}@daftar.example`;
  const form = { name_en: en, name_ar: ar, description: 'R', permissions: [...permissions] };
  const { id: role_id } = await createRole(app, auth, caller, form);
  const { first: first_name, last: last_name, mobile } = KEEPER;
  const { id } = await addUser(app, auth, caller, { first_name, last_name, email, mobile, role_id });
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const invited = { merchantId: caller.merchantId, userId: id };
    await people.join(tx, invited, now);
    await revokeLinks(tx, invited, now);
    for (const each of await people.listMemberships(tx, invited))
      if (each.merchantId !== caller.merchantId) await people.noteSession(tx, each);
  });
}

const DAY_MILLISECONDS = 86_400_000;

/** Creates the demo's staff: three roles, and people who are active, deactivated or invited. */
export async function makeTeam(app: App, auth: Auth, caller: Caller, today: Date): Promise<void> {
  let serial = 0;
  for (const { en, ar, permissions, people } of ROLES) {
    const at = (daysAgo: number): App => ({
      ...app,
      clock: new FakeClock(new Date(today.getTime() - daysAgo * DAY_MILLISECONDS)),
    });
    const form = { name_en: en, name_ar: ar, description: 'R', permissions: [...permissions] };
    const { id: role_id } = await createRole(at(80 - serial), auth, caller, form);
    for (const person of people) {
      serial += 1;
      const when = at(person.state === 'invited' ? 0 : 78 - 9 * serial);
      const email = `${person.at}@daftar.example`;
      const mobile = `0155500${String(1_234 + 77 * serial)}`;
      const { id } = await addUser(when, auth, caller, {
        first_name: person.first,
        last_name: person.last,
        email,
        mobile,
        role_id,
      });
      if (person.state === 'invited') continue;
      const token = await takePasswordToken(app, email);
      const chosen = { token, email, password: DEMO_PASSWORD, password_confirmation: DEMO_PASSWORD };
      await createPassword(when, auth, { address: '127.0.0.1', locale: 'en' }, chosen);
      if (person.state === 'inactive') await setUserStatus(at(5), auth, caller, id, false);
    }
  }
}
