import type { Endpoint } from '@daftar/contract/endpoint';
import { isForOperators } from '@daftar/contract/ops-roles';
import { POWER_PERMISSIONS } from '@daftar/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCase, cases, fieldsOf, permissionsOf } from '../kit/cases.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../kit/server.ts';

/** What asks again who one is: generated from the contract, so that a new call has to say why it does not. */
const MERCHANTS = cases.filter(({ endpoint, mode }) => endpoint.base === 'fixed' || mode === 'live');
const power = new Set<string>(POWER_PERMISSIONS);
const writes = ({ method, access }: Endpoint) => method !== 'GET' && !isForOperators(access);

/** Calls of people with power that change something and ask for nothing: why that is right. */
const ALONE: Record<string, string> = {
  'account.addBankAccount': 'an account that is added receives nothing',
  'account.saveDefaultSettings': 'how new links begin, and how they can be paid',
  'api-keys.revoke': 'takes power away',
  'approvals.approve': 'what was asked for was proven, and this takes another person',
  'approvals.decline': 'moves nothing',
  'approvals.withdraw': 'moves nothing',
  'invoices.saveReminders': 'when customers are reminded',
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
  'settlements.settleNow': 'test money',
  'simulator.money': 'test money',
  'simulator.transaction': 'test money',
  'team.createRole': 'nobody has it yet: giving it asks',
  'team.deleteRole': 'nobody has it any more',
  'team.deleteUser': 'takes power away',
  'team.inviteAgain': 'to the address that was invited by a proof',
  'team.stopAddress': 'leaves everything as it is',
  'webhooks.resend': 'to the address that was saved by a proof',
  'webhooks.test': 'to the address that was saved by a proof',
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
});
