import { readFileSync } from 'node:fs';
import type { Endpoint } from '@daftar/contract/endpoint';
import { OPS_APPROVAL_KIND_NAMES } from '@daftar/contract/ops-approvals';
import { isForOperators, type OperatorPermission } from '@daftar/contract/ops-roles';
import { POWER_PERMISSIONS } from '@daftar/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCase, callWell, cases, fieldsOf, permissionsOf } from '../kit/cases.ts';
import type { Sample } from '../kit/samples.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../kit/server.ts';

/** What asks again who one is: generated from the contract, so that a new call has to say why it does not. */
const MERCHANTS = cases.filter(({ endpoint, mode }) => endpoint.base === 'fixed' || mode === 'live');
const power = new Set<string>(POWER_PERMISSIONS);
const writes = ({ method, access }: Endpoint) => method !== 'GET' && !isForOperators(access);

/** Calls of people with power that change something and ask for nothing: why that is right. */
const ALONE: Record<string, string> = {
  'account.addBankAccount': 'an account that is added receives nothing',
  'account.removeBusinessLogo': 'every owner is told',
  'account.saveBusinessInfo': 'contact and address, which every owner can read in the audit log',
  'account.saveBusinessLogo': 'every owner is told',
  'account.saveDefaultSettings': 'how new links begin, and how they can be paid',
  'api-keys.revoke': 'takes power away',
  'approvals.approve': 'what was asked for was proven, and this takes another person',
  'approvals.decline': 'moves nothing',
  'approvals.withdraw': 'moves nothing',
  'brand.preview': 'writes nothing',
  'brand.save': 'every owner is told; footers are text, and only a verified business has one',
  'brand.uploadCover': 'shows nothing until the brand is saved with it',
  'company-sign-in.checkDomain': 'looks for what was saved by a proof',
  'domains.check': 'looks for what was saved by a proof',
  'invoices.saveReminders': 'when customers are reminded',
  'key-requests.refuse': 'gives nothing',
  'kyc.corporate': 'the provider reads it before anything comes of it',
  'kyc.documentUpload': 'the provider reads it before anything comes of it',
  'kyc.individual': 'the provider reads it before anything comes of it',
  'kyc.saveDraft': 'the provider reads it before anything comes of it',
  'payouts.request':
    'the specification: amount, submit, code; handed over at the desk, or sent where settlements go, and by a second person where one is wanted',
  'refunds.amanInquiry': 'moves nothing',
  'refunds.amanRefund':
    'the specification: number, amount, code of the payer, who is paid back what they paid',
  'refunds.amanSendOtp': 'moves nothing',
  'refunds.setOwnFields': 'the merchant’s own number and values: moves nothing',
  'reports.create':
    'a file that its maker may save anyway; an address outside is approved by an owner’s proof',
  'reports.delete': 'moves nothing',
  'reports.pause': 'moves nothing',
  'reports.test': 'to the caller alone',
  'reports.update':
    'a file that its maker may save anyway; an address outside is approved by an owner’s proof',
  'settlements.settleNow': 'test money',
  'simulator.money': 'test money',
  'simulator.transaction': 'test money',
  'team.createRole': 'nobody has it yet: giving it asks',
  'team.deleteRole': 'nobody has it any more',
  'team.deleteUser': 'takes power away',
  'team.inviteAgain': 'to the address that was invited by a proof',
  'team.stopAddress': 'leaves everything as it is',
  'webhook-endpoints.remove': 'takes an address away, and every owner is told',
  'webhook-endpoints.resend': 'to addresses that were saved by a proof',
  'webhook-endpoints.test': 'to an address that was saved by a proof',
  'webhooks.resend': 'to the address that was saved by a proof',
  'webhooks.test': 'to the address that was saved by a proof',
};

/** Calls that always ask and of which owners are not told: why that is right. */
const UNTOLD: Record<string, string> = {
  'memberships.leave': 'takes the caller’s own power away',
  'profile.beginPasskey': 'begins what is told when it is there',
  'profile.beginTwoStep': 'begins what is told when it is there',
  'profile.endOtherSessions': 'takes power away',
  'profile.endSession': 'takes power away',
  'webhooks.reveal': 'changes nothing, and is in the audit log',
  'team.setTwoStepPolicy': 'the sample leaves it as it was; a change is told (notifications/kinds.test.ts)',
};

describe('a call that moves or redirects money or grants permissions', () => {
  test('requires step-up, or is listed with the reason why not', () => {
    const strong = MERCHANTS.filter(
      ({ endpoint }) => writes(endpoint) && permissionsOf(endpoint).some((each) => power.has(each)),
    );
    const unasked = strong.filter(({ endpoint }) => !endpoint.stepUp).map(({ name }) => name);
    expect([...new Set(unasked)].sort()).toEqual(Object.keys(ALONE).sort());
  });

  test('accepts a proof if and only if it declares step-up', () => {
    for (const { name, endpoint } of MERCHANTS) {
      const takes = fieldsOf(endpoint.body).includes('current_password');
      expect([name, endpoint.stepUp !== undefined]).toEqual([name, takes]);
    }
  });
});

describe('a call that always requires step-up', () => {
  let daftar: TestServer;
  let owner: Actor;
  let admin: OperatorActor;
  beforeAll(async () => {
    daftar = await startTestServer();
    owner = await daftar.merchant();
    admin = await daftar.operator('admin');
  });
  afterAll(() => daftar.close());
  const always = MERCHANTS.filter(({ endpoint }) => endpoint.stepUp === 'always');

  test.each(always.map((each) => [each.name, each] as const))(
    '%s is refused without a proof',
    async (_, each) => {
      const world = { daftar, actor: owner, mode: each.mode };
      const sample = (await each.sample.body?.(world)) as Record<string, unknown>;
      const { current_password: _password, ...body } = sample;
      const params = await each.sample.params?.(world);
      const answer = await callCase(
        daftar,
        each,
        isForOperators(each.endpoint.access) ? admin : owner,
        owner,
        { body, ...(params ? { params } : {}) },
      );
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['current_password']]);
    },
  );

  const ofMerchants = always.filter(({ endpoint }) => !isForOperators(endpoint.access));
  test.each(ofMerchants.map((each) => [each.name, each] as const))(
    '%s is told to every owner, unless it is listed with the reason why not',
    async (name, each) => {
      const { sql } = daftar.database;
      let before = 0;
      const body: NonNullable<Sample['body']> = async (world) => {
        const made = await each.sample.body!(world);
        // What the sample needed may have been told as well.
        const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from messages`;
        before = last!.id;
        return made;
      };
      const sampled = { ...each, sample: { ...each.sample, body } };
      const answer = await callWell(daftar, sampled, await daftar.merchant(), admin);
      expect(answer.status, answer.raw).toBe(200);
      const told = await sql`
        select from messages m join users u on u.merchant_id = m.merchant_id and u.email = m.recipient
          join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id and r.is_first
         where m.id > ${before}`;
      expect([name, told.length > 0]).toEqual([name, !(name in UNTOLD)]);
    },
  );
});

/** Whoever has one of these moves money, or changes what decides about it. */
const OF_MONEY: readonly OperatorPermission[] = [
  'ops:terms',
  'ops:moderate',
  'ops:kyc',
  'ops:chargebacks',
  'ops:payouts',
  'ops:settlements',
  'ops:reference-data',
  'ops:processors',
  'ops:reconciliation',
  'ops:failures',
  'ops:corrections',
  'ops:risk',
];

describe('docs/two-operators.md', () => {
  const NAMES = /`([a-z-]+\.[a-zA-Z]+)`/g;
  const rows = readFileSync(new URL('../../../docs/two-operators.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [calls = '', operators = '', why = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return { calls: [...calls.matchAll(NAMES)].map(([, name]) => name!), operators, why };
    });

  test('says of each call of the console that can move money whether it takes one operator or two, and why', () => {
    const told = rows.flatMap(({ calls }) => calls);
    const moving = MERCHANTS.filter(
      ({ endpoint }) => endpoint.method !== 'GET' && OF_MONEY.includes(endpoint.access as OperatorPermission),
    );
    expect(told.toSorted()).toEqual([...new Set(moving.map(({ name }) => name))].toSorted());
    for (const { operators, why } of rows) {
      expect(operators).toMatch(/^(one|two)/);
      expect(why).not.toBe('');
    }
    const kinds = rows.flatMap(({ operators }) =>
      [...operators.matchAll(/`([a-z-]+)`/g)].map(([, kind]) => kind!),
    );
    expect(kinds.toSorted()).toEqual([...OPS_APPROVAL_KIND_NAMES].toSorted());
  });

  describe('a call with two operators', () => {
    let daftar: TestServer;
    let owner: Actor;
    let admin: OperatorActor;
    beforeAll(async () => {
      daftar = await startTestServer();
      owner = await daftar.merchant();
      admin = await daftar.operator('admin');
    });
    afterAll(() => daftar.close());
    const two = rows.flatMap(({ calls, operators }) => {
      const kind = /^two: `([a-z-]+)`$/.exec(operators)?.[1];
      return kind === undefined ? [] : calls.map((name) => [name, kind] as const);
    });

    test.each(two)('%s only asks for %s', async (name, kind) => {
      const each = MERCHANTS.find((one) => one.name === name)!;
      const params = await each.sample.params?.({ daftar, actor: owner, mode: each.mode });
      const answer = await callCase(daftar, each, admin, owner, params ? { params } : {});
      expect(answer.status, answer.raw).toBe(200);
      const [asked] = await daftar.database.sql`
        select kind, state from operator_approvals order by id desc limit 1`;
      expect(asked).toEqual({ kind, state: 'waiting' });
      await daftar.database
        .sql`update operator_approvals set state = 'expired', decided_at = now(), sealed_change = '' where state = 'waiting'`;
    });
  });
});
