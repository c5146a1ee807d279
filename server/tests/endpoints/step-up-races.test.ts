import { readdirSync, readFileSync } from 'node:fs';
import { isForOperators } from '@daftar/contract/ops-roles';
import type { Permission } from '@daftar/contract/permissions';
import { permissionId } from '@daftar/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../src/platform/db/connect.ts';
import { bankAccountForm, IBAN, newBankAccount } from '../kit/account.ts';
import { cases } from '../kit/cases.ts';
import { pay } from '../kit/money.ts';
import { addMembership } from '../kit/people.ts';
import { overtaken } from '../kit/races.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';

/** Calls that require step-up in some cases, overtaken by another session after they were judged not to need it. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const SOME: Permission[] = ['view-settlements'];
const POWER: Permission[] = ['payout-request-transactions', 'transaction-refund', 'api-keys-settings'];
const post = (path: string, body: unknown, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
  daftar.call({ method, path: `/merchant/${path}`, mode: 'live', as: owner, body });
const lockTeam = (tx: Tx) =>
  tx`select from roles where merchant_id = ${owner.merchantId} and is_first for no key update`;

/** A role by SQL, as the forms are what is tested. */
async function newRole(permissions: readonly Permission[], name = 'Desk'): Promise<number> {
  const [role] = await daftar.database.sql<{ id: number }[]>`
    insert into roles (merchant_id, name_en, name_ar, permissions)
    values (${owner.merchantId}, ${name}, ${name}, ${[...permissions]}) returning id`;
  return role!.id;
}
const role = async (id: number) =>
  (await daftar.database.sql`select name_en, permissions from roles where id = ${id}`)[0];
const formOf = (name: string, permissions: readonly Permission[]) => ({
  name_en: name,
  name_ar: name,
  permissions: permissions.map(permissionId),
});

let serial = 0;
const userForm = (roleId: number) => {
  serial += 1;
  const digits = String(serial).padStart(8, '0');
  return {
    first_name: 'Omar',
    last_name: 'Said',
    email: `raced${digits}@example.com`,
    mobile: `012${digits}`,
    role_id: roleId,
  };
};
const URL_OF = (path: string) => `https://shop.example/${path}`;
const URLS = {
  defaultCallbackUrl: URL_OF('hook'),
  defaultCancelUrl: URL_OF('no'),
  defaultReturnUrl: URL_OF('yes'),
};

interface Race {
  /** What another session commits while the call waits. */
  change: (tx: Tx) => Promise<unknown>;
  call: () => ReturnType<typeof post>;
  /** What the call would change, read by SQL, and its rows as the other session left them. */
  kept: () => Promise<unknown>;
  left: unknown[];
}

/** By call: how another session makes it need a proof after it was judged. */
const RACES: Record<string, () => Promise<Race>> = {
  'team.updateRole': async () => {
    const id = await newRole(POWER);
    return {
      change: async (tx) => {
        await lockTeam(tx);
        await tx`update roles set permissions = ${SOME} where id = ${id}`;
      },
      call: () => post(`business-account/roles/${id}`, formOf('Desk', POWER), 'PUT'),
      kept: async () => [await role(id)],
      left: [{ name_en: 'Desk', permissions: SOME }],
    };
  },
  'team.createUser': async () => {
    const id = await newRole(SOME);
    return {
      change: async (tx) => {
        await lockTeam(tx);
        await tx`update roles set permissions = ${POWER} where id = ${id}`;
      },
      call: () => post('business-account/merchants', userForm(id)),
      kept: () => daftar.database.sql`select from users where role_id = ${id}`,
      left: [],
    };
  },
  'team.updateUser': async () => {
    const target = await daftar.colleague(owner, SOME);
    const id = await newRole(SOME);
    const { email, mobile } = target;
    return {
      change: async (tx) => {
        await lockTeam(tx);
        await tx`update roles set permissions = ${POWER} where id = ${id}`;
      },
      call: () =>
        post(`business-account/merchants/${target.userId}`, { ...userForm(id), email, mobile }, 'PUT'),
      kept: () => daftar.database.sql`select from users where id = ${target.userId} and role_id = ${id}`,
      left: [],
    };
  },
  'team.setStatus': async () => {
    const target = await daftar.colleague(owner, POWER);
    return {
      change: async (tx) => {
        await lockTeam(tx);
        await tx`update users set is_active = false where id = ${target.userId}`;
      },
      call: () => post(`business-account/merchants/status/${target.userId}`, { is_active: true }, 'PUT'),
      kept: () => daftar.database.sql`select is_active from users where id = ${target.userId}`,
      left: [{ is_active: false }],
    };
  },
  'account.saveWebhookUrls': async () => {
    const { sql } = daftar.database;
    const of = owner.merchantId;
    const set = (tx: Tx, url: string) => tx`
      update merchant_settings set callback_url = ${url}, cancel_url = ${URL_OF('no')}, return_url = ${URL_OF('yes')}
       where merchant_id = ${of} and mode = 'live'`;
    await sql.begin((tx) => set(tx as unknown as Tx, URLS.defaultCallbackUrl));
    return {
      change: (tx) => set(tx, 'https://other.example/hook'),
      call: () => post('AccountSettings/WebHooKUrl', URLS),
      kept: () => sql`select callback_url from merchant_settings where merchant_id = ${of} and mode = 'live'`,
      left: [{ callback_url: 'https://other.example/hook' }],
    };
  },
  'account.saveIpList': async () => {
    const { sql } = daftar.database;
    const of = owner.merchantId;
    return {
      change: (tx) => tx`update merchants set allowed_ips = ${['10.0.0.1']} where id = ${of}`,
      call: () => post('AccountSettings/IpWhiteListing', { ips: [] }),
      kept: () => sql`select allowed_ips from merchants where id = ${of}`,
      left: [{ allowed_ips: ['10.0.0.1'] }],
    };
  },
  'account.updateBankAccount': async () => {
    const id = await newBankAccount(daftar, owner);
    const form = bankAccountForm({ bankAccountId: String(id), iban: 'EG800002000156789012345180002' });
    return {
      change: (tx) => tx`update bank_accounts set receives_settlements = true where id = ${id}`,
      call: () => post('AccountSettings/UpdateBankAccount', form),
      kept: () => daftar.database.sql`select iban from bank_accounts where id = ${id}`,
      left: [{ iban: IBAN }],
    };
  },
  'account.deleteBankAccount': async () => {
    const id = await newBankAccount(daftar, owner);
    return {
      change: (tx) => tx`update bank_accounts set receives_settlements = true where id = ${id}`,
      call: () => post(`AccountSettings/DeleteBankAccount?bankAccountId=${id}`, {}, 'DELETE'),
      kept: () => daftar.database.sql`select deleted_at from bank_accounts where id = ${id}`,
      left: [{ deleted_at: null }],
    };
  },
  'approvals.saveSettings': async () => {
    const { sql } = daftar.database;
    const of = owner.merchantId;
    return {
      change: (tx) =>
        tx`update merchant_settings set needs_approval = true where merchant_id = ${of} and mode = 'live'`,
      call: () => post('approvals/settings', { enabled: false, refund_above: 0 }),
      kept: () =>
        sql`select needs_approval from merchant_settings where merchant_id = ${of} and mode = 'live'`,
      left: [{ needs_approval: true }],
    };
  },
  'refunds.create': async () => {
    const { id } = await pay(daftar, owner, { method: 4 });
    const set = (tx: Tx, piastres: number) =>
      tx`update transactions set refunding_piastres = ${piastres} where id = ${id}`;
    await daftar.database.sql.begin((tx) => set(tx as unknown as Tx, 10_000));
    const bank = { account_name: 'Sara', bank_name: 'CIB', iban: 'EG380019000500000000263180002' };
    return {
      change: (tx) => set(tx, 0),
      call: () => post(`transactions/${id}/refunds`, { amount: 10, reason: 'x', ...bank }),
      kept: () => daftar.database.sql`select from refunds where transaction_id = ${id}`,
      left: [],
    };
  },
  'profile.update': async () => {
    const other = await daftar.merchant();
    const { userId, email, mobile } = owner;
    const own = { first_name: 'Ali', last_name: 'Said', email };
    return {
      change: async (tx) => {
        await tx`select from users where id = ${userId} for no key update`;
        await addMembership({ ...daftar.app, pool: tx as never }, owner, other.merchantId);
      },
      call: () => post('authenticated-merchant', { ...own, mobile: `015${mobile.slice(3)}` }, 'PUT'),
      kept: () => daftar.database.sql`select mobile from users where id = ${userId}`,
      left: [{ mobile }],
    };
  },
};

describe('a call that needs step-up in some cases', () => {
  test('is raced below, each of them', () => {
    const some = cases.filter(
      ({ endpoint }) => endpoint.stepUp === 'sometimes' && !isForOperators(endpoint.access),
    );
    expect(Object.keys(RACES).toSorted()).toEqual([...new Set(some.map(({ name }) => name))].toSorted());
  });

  test.each(Object.entries(RACES))(
    '%s writes nothing without a proof when another session makes it need one meanwhile',
    async (_name, race) => {
      owner = await daftar.merchant();
      const { change, call, kept, left } = await race();
      const answer = await overtaken(daftar.database.sql, change, call);
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('in the meantime')]);
      expect(await kept()).toEqual(left);
    },
  );

  test('a rename that makes an outdated role match again does not let a session without a password give power', async () => {
    owner = await daftar.merchant();
    const id = await newRole(SOME, 'Desk');
    const was = formOf('Front desk', SOME);
    const answer = await overtaken(
      daftar.database.sql,
      async (tx) => {
        await lockTeam(tx);
        await tx`update roles set name_en = 'Front desk', name_ar = 'Front desk' where id = ${id}`;
      },
      () => post(`business-account/roles/${id}`, { ...formOf('Front desk', POWER), was }, 'PUT'),
    );
    expect(answer.status).toBe(409);
    expect(await role(id)).toEqual({ name_en: 'Front desk', permissions: SOME });
  });

  test('is never asked for a proof by an if of its own: `proveIf` judges again under the lock', () => {
    const root = new URL('../../src/', import.meta.url);
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.startsWith('auth/') && !path.endsWith('.test.ts'),
    );
    const conditional = /if \([^{};]*\)\s*\{?\s*await require(StepUp\w*|Password)\(/;
    const found = sources.filter((path) => conditional.test(readFileSync(new URL(path, root), 'utf8')));
    expect(found).toEqual([]);
  });
});
