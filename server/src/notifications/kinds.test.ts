/** Every kind of news, brought about as it is in the product, reaches its readers in all three ways. */
import { permissionId } from '@daftar/contract/team';
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pay, receivingAccount, refund, reportRefund, settleAll } from '../../tests/kit/money.ts';
import { samples } from '../../tests/kit/samples.ts';
import { companyOf, provenCompanyOf } from '../../tests/kit/samples-company.ts';
import { orderOf } from '../../tests/kit/samples-store.ts';
import { ticketRefOf } from '../../tests/kit/samples-tickets.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { newBankAccount } from '../account/testing.ts';
import { keysOf } from '../api-keys/testing.ts';
import { approvalJobs } from '../approvals/jobs.ts';
import { writeSettings } from '../approvals/settings.ts';
import {
  decideByReference,
  moveChargeback,
  openByReference,
  takeDecisionBack,
} from '../chargebacks/decide.ts';
import { chargebackJobs } from '../chargebacks/index.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { remindOfDocuments, saveExpiry } from '../document-expiry/service.ts';
import { checkDomains } from '../domains/service.ts';
import { startTestDns } from '../domains/testing.ts';
import { creditOf, issueNext } from '../fee-invoices/testing.ts';
import { postCorrection } from '../ops/ledger/service.ts';
import { moderate } from '../ops/moderate.ts';
import { endPayoutByCode } from '../payouts/end.ts';
import { payoutJobs } from '../payouts/index.ts';
import type { App, Caller, Mode } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { PASSWORD, turnOnTwoStep, withPassword } from '../profile/testing.ts';
import { reportForm, sendReports } from '../reports/testing.ts';
import { releaseHeld, setTerms } from '../reserve/writes.ts';
import { refuseReview } from '../risk/refuse.ts';
import { approveReview } from '../risk/reviews.ts';
import { aRuleThatIsOn, riskOperator } from '../risk/testing.ts';
import { paySettlement, returnSettlement } from '../settlements/pay.ts';
import { giveRoleByCompany } from '../team/company.ts';
import { changeByDirectory, endPerson, findPerson } from '../team/directory.ts';
import { answer, close, type Staff, startProcessing, type TicketRef } from '../tickets/provider.ts';
import { hasRoom, monthOf, noteVolume, writeLimit } from '../volumes/limits.ts';
import { notificationJobs } from './email.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';
import { openStream } from './testing.ts';

let daftar: TestServer;
let address: string;
beforeAll(async () => {
  daftar = await startTestServer();
  address = await daftar.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  // What a browser keeps open would hold up the end; the product's own way to end cuts it.
  daftar.server.server.closeAllConnections();
  await daftar.close();
});

interface People {
  maker: Actor;
  /** Holds what the kind asks for, and wants e-mail. */
  reader: Actor;
}

interface Cause {
  bring: (people: People) => Promise<unknown>;
  mode?: Mode;
  /** It is for whoever asked, not for everybody who may see it. */
  forMaker?: true;
  /** Too small for an e-mail. */
  bellOnly?: true;
}

const ACTOR = 'ops:test';
const inDays = (days: number): App => {
  const moment = new Date(daftar.clock.now().getTime() + days * 86_400_000);
  return { ...daftar.app, clock: { now: () => moment } };
};
const post = (path: string, as: Actor, body: object = {}, mode: Mode = 'live') =>
  daftar.call({ method: 'POST', path: `/merchant/${path}`, mode, as, body });
const approvals = (as: Actor, enabled = true) => post('approvals/settings', as, { enabled, refund_above: 0 });

async function payout({ maker }: People): Promise<string> {
  await pay(daftar, maker);
  await settleAll(daftar, maker);
  return (await post('payment_links/payout', maker, { amount: 10 })).body.data.code;
}
const dispute = async ({ maker }: People) =>
  openByReference(daftar.app, (await pay(daftar, maker)).reference, { reason: 'fraudulent', actor: ACTOR });
async function settlement({ maker }: People): Promise<number> {
  await pay(daftar, maker, { mode: 'test' });
  const path = '/api/sandbox/merchant/settlements/settle-now';
  return (await daftar.call({ method: 'POST', path, as: maker })).body.data.id;
}
/** Asks for what has to wait for the reader. @returns the request's id. */
async function asked({ maker }: People, kind: 'refund' | 'payout'): Promise<number> {
  const { id } = await pay(daftar, maker);
  await settleAll(daftar, maker);
  await approvals(maker);
  if (kind === 'payout')
    return (await post('payment_links/payout', maker, { amount: 10 })).body.data.approval_id;
  return (await refund(daftar, maker, id, { amount: 10 })).body.data.approval_id;
}
const decided = (kind: 'refund' | 'payout', verb: 'approve' | 'decline'): Cause => ({
  forMaker: true,
  bring: async (people) =>
    post(`approvals/${await asked(people, kind)}/${verb}`, people.reader, { reason: 'Too much' }),
});
const undecided = (kind: 'refund' | 'payout'): Cause => ({
  forMaker: true,
  bring: async (people) => {
    await asked(people, kind);
    await approvalJobs['expire-approvals']!(inDays(8), {});
  },
});
/** Asks to have less approved. */
async function less({ maker }: People): Promise<number> {
  await approvals(maker);
  await withPassword(daftar, maker);
  await post('approvals/settings', maker, { enabled: false, refund_above: 0, current_password: PASSWORD });
  const path = '/merchant/approvals';
  return (await daftar.call({ path, mode: 'live', as: maker })).body.data[0].id;
}
const lessDecided = (verb: 'approve' | 'decline'): Cause => ({
  forMaker: true,
  bring: async (people) => post(`approvals/${await less(people)}/${verb}`, people.reader, { reason: 'No' }),
});
/** Turns an account's receiving on, or off when it was on. */
async function receive(maker: Actor, known?: number): Promise<number> {
  await withPassword(daftar, maker);
  const bankAccountId = known ?? (await newBankAccount(daftar, maker));
  const body = { bankAccountId, current_password: PASSWORD };
  await post('AccountSettings/ToggleReceiveSettlement', maker, body);
  return bankAccountId;
}
/** Asks to have settlements go to an account. */
async function elsewhere({ maker }: People): Promise<number> {
  await approvals(maker);
  await receive(maker);
  const path = '/merchant/approvals';
  return (await daftar.call({ path, mode: 'live', as: maker })).body.data[0].id;
}
const elsewhereDecided = (verb: 'approve' | 'decline'): Cause => ({
  forMaker: true,
  bring: async (people) =>
    post(`approvals/${await elsewhere(people)}/${verb}`, people.reader, { reason: 'No' }),
});
const moderated = (decision: 'approve' | 'reject' | 'suspend'): Cause => ({
  bring: ({ maker }) => moderate(daftar.app, decision, maker.email, { actor: ACTOR, reason: 'Blurred' }),
});
/** What the provider's staff does with a ticket of the merchant's. */
const ticket = (move: (app: App, staff: Staff, ref: TicketRef) => Promise<unknown>): Cause => ({
  bring: async ({ maker }) => {
    const { email } = await daftar.operator();
    const [row] = await daftar.database.sql<{ operatorId: number }[]>`
      select id as "operatorId" from operators where email = ${email}`;
    const staff = { operatorId: row!.operatorId, email, address: '127.0.0.1' };
    await move(daftar.app, staff, await ticketRefOf({ daftar, actor: maker, mode: 'live' }));
  },
});

/** Agrees a rolling reserve of a share, in basis points, for thirty days. */
const reserveOf = (maker: Actor, shareBps: number) =>
  transaction(daftar.app.db, (tx) =>
    setTerms(daftar.app, tx, maker.merchantId, { shareBps, days: 30 }, ACTOR),
  );

/** Corrects a merchant's available balance by a pound, as a second operator does. */
async function corrected(maker: Actor, side: 'credit' | 'debit'): Promise<void> {
  const line = (account: 'available' | 'fees', to: 'credit' | 'debit') => ({
    account,
    side: to,
    amountPiastres: 100,
  });
  corrections += 1;
  const request = {
    id: 1_000_000 + corrections,
    subject: `merchant:${maker.merchantId}`,
    merchantId: maker.merchantId,
    change: {
      mode: 'live',
      lines: [line('available', side), line('fees', side === 'credit' ? 'debit' : 'credit')],
      corrects: null,
      processorAccountId: null,
      reference: 'TRX-1',
    },
    sealed: Buffer.alloc(0),
    reason: 'Charged twice',
    askedBy: 'mona@example.com',
  };
  // The fees that are given back were earned by a payment.
  if (side === 'credit') await pay(daftar, maker);
  await postCorrection(daftar.app, request, { actor: ACTOR });
}
let corrections = 0;
/** Enters that a merchant's tax card ends in so many days, and runs the reminders. */
async function documentUntil(maker: Actor, days: number): Promise<void> {
  const expiresOn = cairoDay(new Date(daftar.clock.now().getTime() + days * 86_400_000));
  const document = { kind: 'tax_card', expiresOn, reason: 'Seen' } as const;
  await saveExpiry(daftar.app, { actor: ACTOR }, maker.merchantId, document);
  await remindOfDocuments(daftar.app);
}

/** Has a merchant take 100 EGP with a monthly limit. */
async function usedUp(maker: Actor, limitPounds: number): Promise<void> {
  const by = { actor: ACTOR, now: daftar.clock.now(), month: monthOf(daftar.clock.now()) };
  await transaction(daftar.app.db, (tx) =>
    writeLimit(tx, maker.merchantId, { limitPiastres: limitPounds * 100 }, by),
  );
  await pay(daftar, maker);
  for (const payload of await jobsOf(maker, 'payment-captured'))
    await checkoutJobs['payment-captured']!(daftar.app, payload);
}

/** Has a merchant's payment reviewed, and decided if so asked. */
async function reviewed(maker: Actor, decide?: 'approve' | 'refuse'): Promise<void> {
  const { merchantId } = maker;
  const rule = await aRuleThatIsOn(daftar.app, {
    mode: 'live',
    amount: 1,
    outcome: 'review',
    merchant_id: merchantId,
  });
  const { id } = await pay(daftar, maker);
  await daftar.app.db`update risk_rules set is_on = false where id = ${rule}`;
  for (const payload of await jobsOf(maker, 'payment-captured'))
    await checkoutJobs['payment-captured']!(daftar.app, payload);
  const ref = { merchantId, id };
  const form = { reason: 'A stolen card', account_name: '', bank_name: '', iban: '' };
  const expected = async () => '2026-12-01';
  if (decide === 'approve') await approveReview(daftar.app, riskOperator(), ref, form.reason, expected);
  if (decide === 'refuse') await refuseReview(daftar.app, riskOperator(), ref, form, expected);
}

/** Asks for a domain. @returns its DNS record. */
async function domainOf(maker: Actor): Promise<{ name: string; value: string }> {
  await withPassword(daftar, maker);
  const body = { host: `shop${maker.merchantId}.example`, current_password: PASSWORD };
  const answer = await daftar.call({
    method: 'POST',
    path: '/merchant/AccountSettings/Domain',
    mode: 'live',
    as: maker,
    body,
  });
  return answer.body.data.record;
}

/** Has a domain looked up every eight days, its record found or not. */
async function domainThrough(maker: Actor, answers: readonly ('found' | 'missing')[]): Promise<void> {
  const { name, value } = await domainOf(maker);
  const dns = await startTestDns();
  for (const [at, answer] of answers.entries()) {
    dns.set(name, answer === 'found' ? value : null);
    await checkDomains(dns.of(inDays(at * 8)));
  }
  dns.close();
}

/** Makes a token of the directory, with which people begin as somebody without permissions. */
async function directoryToken(maker: Actor): Promise<void> {
  await provenCompanyOf({ daftar, actor: maker, mode: 'live' });
  const other = await daftar.colleague(maker, []);
  const [row] = await daftar.database.sql<{ role: number }[]>`
    select role_id as role from users where merchant_id = ${maker.merchantId} and id = ${other.userId}`;
  const path = '/merchant/business-account/company-sign-in/scim';
  const body = { starting_role_id: row!.role, current_password: PASSWORD };
  await daftar.call({ method: 'POST', path, mode: 'live', as: maker, body });
}

/** Requires the company's account, or no longer; whoever reads of it has signed in by it. */
async function companyRule(maker: Actor, required: boolean): Promise<void> {
  await provenCompanyOf({ daftar, actor: maker, mode: 'live' });
  await turnOnTwoStep(daftar, maker);
  await daftar.database.sql`update sessions set by_company = true where merchant_id = ${maker.merchantId}`;
  const path = '/merchant/business-account/company-sign-in/required';
  const body = { required, break_glass: [maker.userId], current_password: PASSWORD };
  await daftar.call({ method: 'PUT', path, mode: 'live', as: maker, body });
}

/** Requires two steps of everybody, or no longer, one after the other; all have them, and stay signed in. */
async function twoStepRules({ maker }: People, rules: readonly boolean[]): Promise<void> {
  await turnOnTwoStep(daftar, maker);
  await daftar.database.sql`
    update people set two_step_at = now()
     where id in (select person_id from users where merchant_id = ${maker.merchantId})`;
  const path = '/merchant/business-account/two-step';
  for (const required of rules) {
    const body = { required, current_password: PASSWORD };
    await daftar.call({ method: 'PUT', path, mode: 'live', as: maker, body });
  }
}

/** What brings each kind about. A kind that is added to `kinds.ts` does not compile here until it says how it comes. */
const CAUSES: Record<NotificationKind, Cause> = {
  'account-approve': moderated('approve'),
  'account-reject': moderated('reject'),
  'account-suspend': moderated('suspend'),
  'account-resume': {
    bring: async (people) => {
      await moderated('suspend').bring(people);
      await moderate(daftar.app, 'resume', people.maker.email, { actor: ACTOR });
    },
  },
  'document-expires': { bellOnly: true, bring: ({ maker }) => documentUntil(maker, 20) },
  'document-expired': { bellOnly: true, bring: ({ maker }) => documentUntil(maker, -2) },
  'document-held': { bellOnly: true, bring: ({ maker }) => documentUntil(maker, -60) },
  'document-renewed': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await documentUntil(maker, -60);
      await documentUntil(maker, 400);
    },
  },
  'payment-received': {
    bring: async ({ maker }) => {
      await pay(daftar, maker);
      for (const payload of await jobsOf(maker, 'payment-captured'))
        await checkoutJobs['payment-captured']!(daftar.app, payload);
    },
  },
  'review-started': { bring: ({ maker }) => reviewed(maker) },
  'review-approved': { bring: ({ maker }) => reviewed(maker, 'approve') },
  'review-refused': { bring: ({ maker }) => reviewed(maker, 'refuse') },
  'refund-succeeded': {
    bring: async ({ maker }) => refund(daftar, maker, (await pay(daftar, maker)).id, { amount: 10 }),
  },
  'refund-failed': {
    mode: 'test',
    bring: async ({ maker }) =>
      daftar.call({
        method: 'POST',
        path: '/api/sandbox/merchant/simulations/money',
        as: maker,
        body: { scenario: 'refund-failed' },
      }),
  },
  'refund-reversed': {
    bring: async ({ maker }) => {
      const { body } = await refund(daftar, maker, (await pay(daftar, maker)).id, { amount: 10 });
      await reportRefund(daftar, body.data.id, 'reversed');
    },
  },
  'settlement-made': { mode: 'test', bring: settlement },
  'settlement-paid': {
    mode: 'test',
    bring: async (people) => {
      await receivingAccount(daftar, people.maker);
      const ref = { merchantId: people.maker.merchantId, id: await settlement(people) };
      await paySettlement(daftar.app, ref, { bankReference: 'CIB-1', actor: ACTOR });
    },
  },
  'settlement-returned': {
    mode: 'test',
    bring: async (people) => {
      await receivingAccount(daftar, people.maker);
      const ref = { merchantId: people.maker.merchantId, id: await settlement(people) };
      const back = { reason: 'AC04', actor: ACTOR };
      await transaction(daftar.app.db, (tx) => returnSettlement(daftar.app, tx, ref, back));
    },
  },
  'reserve-set': { bellOnly: true, bring: ({ maker }) => reserveOf(maker, 1000) },
  'reserve-lifted': { bellOnly: true, bring: ({ maker }) => reserveOf(maker, 0) },
  'reserve-released': {
    bring: async ({ maker }) => {
      await reserveOf(maker, 1000);
      await pay(daftar, maker);
      await settleAll(daftar, maker);
      await transaction(daftar.app.db, (tx) => releaseHeld(daftar.app, tx, maker.merchantId));
    },
  },
  'reserve-drawn': {
    bring: async ({ maker }) => {
      await reserveOf(maker, 5000);
      const { id } = await pay(daftar, maker);
      await settleAll(daftar, maker);
      await refund(daftar, maker, id, { amount: 90 });
    },
  },
  'fee-credit-note-issued': {
    bring: async ({ maker }) => {
      await pay(daftar, maker);
      const id = await issueNext(daftar.app, maker.merchantId);
      await creditOf(daftar.app, maker.merchantId, id, { fee: 100, vat: 14 });
    },
  },
  'fee-invoice-issued': {
    bring: async ({ maker }) => {
      await pay(daftar, maker);
      await issueNext(daftar.app, maker.merchantId);
    },
  },
  'balance-credited': { bellOnly: true, bring: ({ maker }) => corrected(maker, 'credit') },
  'balance-debited': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await corrected(maker, 'credit');
      await corrected(maker, 'debit');
    },
  },
  'volume-near': { bellOnly: true, bring: ({ maker }) => usedUp(maker, 110) },
  'volume-full': { bellOnly: true, bring: ({ maker }) => usedUp(maker, 100) },
  'volume-refused': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await usedUp(maker, 1000);
      const scope = { merchantId: maker.merchantId, mode: 'live' } as const;
      const begun = { chargePiastres: 100_000 };
      await transaction(daftar.app.db, (tx) => hasRoom(daftar.app, tx, scope, begun));
    },
  },
  'volume-held': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await usedUp(maker, 100);
      const scope = { merchantId: maker.merchantId, mode: 'live' } as const;
      const paid = { isHeld: true, chargedPiastres: 10_000, reference: 'TRX-1' };
      await transaction(daftar.app.db, (tx) => noteVolume(daftar.app, tx, scope, paid));
    },
  },
  'payout-handed-over': {
    bring: async (people) =>
      endPayoutByCode(daftar.app, await payout(people), { state: 'handed-over', actor: ACTOR }),
  },
  'payout-returned': {
    bring: async (people) =>
      endPayoutByCode(daftar.app, await payout(people), { state: 'returned', reason: 'Name', actor: ACTOR }),
  },
  'payout-expired': {
    bring: async (people) => {
      await payout(people);
      await payoutJobs['expire-payouts']!(inDays(8), {});
    },
  },
  'chargeback-opened': { bring: dispute },
  'chargeback-moved': {
    bring: async (people) => {
      const reference = await dispute(people);
      const [row] = await daftar.database.sql<{ merchantId: number; id: number }[]>`
        select merchant_id as "merchantId", id from chargebacks where reference = ${reference}`;
      await moveChargeback(daftar.app, row!, { stage: 'arbitration', actor: ACTOR });
    },
  },
  'chargeback-due': {
    bring: async (people) => {
      await dispute(people);
      await chargebackJobs['remind-of-disputes']!(inDays(12), {});
    },
  },
  'chargeback-applied': {
    bring: async (people) => decideByReference(daftar.app, await dispute(people), 'applied', ACTOR),
  },
  'chargeback-withdrawn': {
    bring: async (people) => decideByReference(daftar.app, await dispute(people), 'withdrawn', ACTOR),
  },
  'chargeback-reopened': {
    bring: async (people) => {
      const row = await decideByReference(daftar.app, await dispute(people), 'applied', ACTOR);
      await takeDecisionBack(daftar.app, row, { reason: 'The wrong button', actor: ACTOR });
    },
  },
  'approval-refund-asked': { bring: (people) => asked(people, 'refund') },
  'approval-payout-asked': { bring: (people) => asked(people, 'payout') },
  'approval-refund-approved': decided('refund', 'approve'),
  'approval-payout-approved': decided('payout', 'approve'),
  'approval-refund-declined': decided('refund', 'decline'),
  'approval-payout-declined': decided('payout', 'decline'),
  'approval-refund-expired': undecided('refund'),
  'approval-payout-expired': undecided('payout'),
  'approval-settings-asked': { bring: less },
  'approval-settings-approved': lessDecided('approve'),
  'approval-settings-declined': lessDecided('decline'),
  'approval-settings-expired': {
    forMaker: true,
    bring: async (people) => {
      await less(people);
      await approvalJobs['expire-approvals']!(inDays(8), {});
    },
  },
  'approval-bank-account-asked': { bring: elsewhere },
  'approval-bank-account-approved': elsewhereDecided('approve'),
  'approval-bank-account-declined': elsewhereDecided('decline'),
  'approval-bank-account-expired': {
    forMaker: true,
    bring: async (people) => {
      await elsewhere(people);
      await approvalJobs['expire-approvals']!(inDays(8), {});
    },
  },
  'bank-account-changed': { bellOnly: true, bring: ({ maker }) => receive(maker) },
  'bank-account-stopped': {
    bellOnly: true,
    bring: async ({ maker }) => receive(maker, await receive(maker)),
  },
  'approvals-on': { bring: ({ maker }) => approvals(maker) },
  'approvals-off': {
    bring: async ({ maker }) => {
      await approvals(maker);
      const caller = { ...maker, mode: 'live', locale: 'en', address: '' } as unknown as Caller;
      await writeSettings(daftar.app, caller, { enabled: false, refundAbovePiastres: 0 });
    },
  },
  'order-placed': {
    bring: ({ maker }) => orderOf({ daftar, actor: maker, mode: 'live' }),
  },
  'address-change-asked': {
    bellOnly: true,
    bring: async ({ maker, reader }) => {
      for (const each of [maker, reader]) await withPassword(daftar, each);
      const path = `/merchant/business-account/merchants/${reader.userId}`;
      const { body } = await daftar.call({ path, mode: 'live', as: maker });
      const { first_name, last_name, mobile_number: mobile, role_id } = body.data;
      const form = { first_name, last_name, mobile, role_id, email: `moved${reader.userId}@example.com` };
      const put = { method: 'PUT', path, mode: 'live', as: maker } as const;
      await daftar.call({ ...put, body: { ...form, current_password: PASSWORD } });
    },
  },
  'power-given': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const other = await daftar.colleague(maker, ['transaction-refund']);
      const [row] = await daftar.database.sql<{ role: number }[]>`
        select role_id as role from users where merchant_id = ${maker.merchantId} and id = ${other.userId}`;
      const form = {
        first_name: 'New',
        last_name: 'Person',
        email: 'new@example.com',
        mobile: '01511111111',
      };
      const body = { ...form, role_id: row!.role, current_password: PASSWORD };
      const path = '/merchant/business-account/merchants';
      await daftar.call({ method: 'POST', path, mode: 'live', as: maker, body });
    },
  },
  'role-power-given': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const other = await daftar.colleague(maker, ['tickets-list']);
      const [row] = await daftar.database.sql<{ role: number }[]>`
        select role_id as role from users where merchant_id = ${maker.merchantId} and id = ${other.userId}`;
      const path = `/merchant/business-account/roles/${row!.role}`;
      const permissions = [permissionId('transaction-refund')];
      const body = { name_ar: 'Tills', name_en: 'Tills', permissions, current_password: PASSWORD };
      await daftar.call({ method: 'PUT', path, mode: 'live', as: maker, body });
    },
  },
  'company-sign-in-changed': {
    bellOnly: true,
    bring: async ({ maker }) => void (await companyOf({ daftar, actor: maker, mode: 'live' })),
  },
  'company-sign-in-required': { bellOnly: true, bring: ({ maker }) => companyRule(maker, true) },
  'company-sign-in-optional': { bellOnly: true, bring: ({ maker }) => companyRule(maker, false) },
  'company-groups-changed': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await companyOf({ daftar, actor: maker, mode: 'live' });
      const path = '/merchant/business-account/company-sign-in/groups';
      const body = { groups: [], current_password: PASSWORD };
      await daftar.call({ method: 'PUT', path, mode: 'live', as: maker, body });
    },
  },
  'company-power-given': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const { merchantId } = maker;
      const [weak, strong] = [
        await daftar.colleague(maker, []),
        await daftar.colleague(maker, ['transaction-refund']),
      ];
      const [row] = await daftar.database.sql<{ role: number }[]>`
        select role_id as role from users where merchant_id = ${merchantId} and id = ${strong.userId}`;
      const how = { address: '127.0.0.1', by: maker.userId, group: 'Refunds' };
      await giveRoleByCompany(daftar.app, daftar.auth, { merchantId, userId: weak.userId }, row!.role, how);
    },
  },
  'scim-token-made': { bellOnly: true, bring: ({ maker }) => directoryToken(maker) },
  'scim-token-revoked': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await directoryToken(maker);
      const path = '/merchant/business-account/company-sign-in/scim';
      await daftar.call({
        method: 'DELETE',
        path,
        mode: 'live',
        as: maker,
        body: { current_password: PASSWORD },
      });
    },
  },
  'scim-role-changed': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const body = await samples['scim.setRole']!.body!({ daftar, actor: maker, mode: 'live' });
      const path = '/merchant/business-account/company-sign-in/scim';
      await daftar.call({ method: 'PUT', path, mode: 'live', as: maker, body });
    },
  },
  'two-step-required': { bellOnly: true, bring: (people) => twoStepRules(people, [true]) },
  'two-step-optional': { bellOnly: true, bring: (people) => twoStepRules(people, [true, false]) },
  'outside-address-approved': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const world = { daftar, actor: maker, mode: 'live' } as const;
      const { params, body } = samples['reports.approve']!;
      const { id, recipientId } = await params!(world);
      await post(`reports/${id}/recipients/${recipientId}/approve`, maker, (await body!(world)) as object);
    },
  },
  'scim-keys-left': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const { merchantId, userId: madeBy } = maker;
      const gone = await daftar.colleague(maker, ['api-keys-settings', 'create-pay-link']);
      await keysOf(() => daftar).create(gone, ['create-pay-link'], 'live');
      const directory = { merchantId, madeBy, address: '127.0.0.1' };
      await changeByDirectory(daftar.app, daftar.auth, directory, async (change) =>
        endPerson(daftar.app, change, (await findPerson(change.tx, change, gone.userId))!),
      );
    },
  },
  'company-sign-in-removed': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await companyOf({ daftar, actor: maker, mode: 'live' });
      await daftar.call({
        method: 'DELETE',
        path: '/merchant/business-account/company-sign-in',
        mode: 'live',
        as: maker,
        body: { current_password: PASSWORD },
      });
    },
  },
  'addresses-changed': {
    bellOnly: true,
    bring: ({ maker }) =>
      post('AccountSettings/IpWhiteListing', maker, { ips: ['192.0.2.1'], current_password: PASSWORD }),
  },
  'brand-changed': {
    bellOnly: true,
    bring: ({ maker }) => post('AccountSettings/Brand', maker, { colour: '#ffe066' }),
  },
  'embedders-changed': {
    bellOnly: true,
    bring: ({ maker }) =>
      post('AccountSettings/Embedding', maker, {
        origins: ['https://shop.example'],
        current_password: PASSWORD,
      }),
  },
  'domain-changed': { bellOnly: true, bring: ({ maker }) => domainOf(maker) },
  'domain-removed': {
    bellOnly: true,
    bring: async ({ maker }) => {
      await domainOf(maker);
      const path = '/merchant/AccountSettings/Domain';
      await daftar.call({
        method: 'DELETE',
        path,
        mode: 'live',
        as: maker,
        body: { current_password: PASSWORD },
      });
    },
  },
  'domain-verified': { bellOnly: true, bring: ({ maker }) => domainThrough(maker, ['found']) },
  'domain-missing': { bellOnly: true, bring: ({ maker }) => domainThrough(maker, ['found', 'missing']) },
  'domain-lapsed': {
    bellOnly: true,
    bring: ({ maker }) => domainThrough(maker, ['found', 'missing', 'missing']),
  },
  'webhook-urls-changed': {
    bellOnly: true,
    bring: ({ maker }) =>
      post('AccountSettings/WebHooKUrl', maker, {
        defaultCallbackUrl: 'https://shop.example/a',
        defaultCancelUrl: 'https://shop.example/b',
        defaultReturnUrl: 'https://shop.example/c',
        current_password: PASSWORD,
      }),
  },
  'webhook-secret-changed': {
    bellOnly: true,
    bring: ({ maker }) => post('AccountSettings/WebhookSecret/rotate', maker, { current_password: PASSWORD }),
  },
  'webhook-version-changed': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const world = { daftar, actor: maker, mode: 'live' } as const;
      const body = (await samples['webhooks.setVersion']!.body!(world)) as object;
      for (const version of [FIRST_VERSION, LATEST_VERSION])
        await post('AccountSettings/WebhookSecret/version', maker, { ...body, version });
    },
  },
  'webhook-endpoint-changed': {
    bellOnly: true,
    bring: ({ maker }) =>
      post('webhooks/endpoints', maker, { url: 'https://shop.example/hooks', current_password: PASSWORD }),
  },
  'api-key-made': {
    // Owners are mailed on their own, whatever they want.
    bellOnly: true,
    bring: ({ maker }) => keysOf(() => daftar).create(maker, ['create-pay-link'], 'live'),
  },
  'api-key-rolled': { bellOnly: true, bring: ({ maker }) => keysOf(() => daftar).roll(maker, 'live') },
  'api-key-moved': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const body = await samples['api-keys.setVersion']!.body!({ daftar, actor: maker, mode: 'live' });
      const path = '/merchant/AccountSettings/KeysInfo/keys';
      await daftar.call({ method: 'PATCH', path, mode: 'live', as: maker, body });
    },
  },
  'ticket-answered': ticket((app, staff, ref) => answer(app, staff, ref, 'Please try again', null)),
  'ticket-replied': {
    bellOnly: true,
    bring: async ({ maker }) => {
      const { id } = await ticketRefOf({ daftar, actor: maker, mode: 'live' });
      const body = new FormData();
      body.append('ticket_id', String(id));
      body.append('message', 'It works again');
      await daftar.call({
        method: 'POST',
        path: '/merchant/support/send-message',
        mode: 'live',
        as: maker,
        body,
      });
    },
  },
  'ticket-processing': { ...ticket(startProcessing), bellOnly: true },
  'ticket-closed': ticket(close),
  'report-stopped': {
    bring: async ({ maker }) => {
      const clerk = await daftar.colleague(maker, ['view-transactions-list', 'export-transactions']);
      await post('reports/create', clerk, reportForm({ members: [clerk.userId] }));
      await daftar.database.sql`update users set is_active = false where id = ${clerk.userId}`;
      await sendReports(inDays(1), maker.merchantId);
    },
  },
};

/** What the queue holds of one kind for a merchant. */
async function jobsOf(actor: Actor, task: string) {
  const jobs = await daftar.database.sql<{ payload: { merchantId: number } }[]>`
    select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = ${task} order by j.id`;
  return jobs.map(({ payload }) => payload).filter(({ merchantId }) => merchantId === actor.merchantId);
}

/** Who was sent a notification by e-mail. */
async function mailed(actor: Actor, id: number): Promise<string[]> {
  for (const payload of await jobsOf(actor, 'email-notification'))
    await notificationJobs['email-notification']!(daftar.app, payload);
  const rows = await daftar.database.sql<{ to: string }[]>`
    select recipient as "to" from messages
     where merchant_id = ${actor.merchantId} and dedupe_key like ${`notification:${id}:%`}`;
  return rows.map(({ to }) => to);
}

const kinds = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

describe.each(kinds)('%s', (kind) => {
  test('is streamed at once, listed in both languages, and e-mailed to users who may see and want it', async () => {
    const { bring, mode = 'live', forMaker, bellOnly } = CAUSES[kind];
    const anyOf = NOTIFICATION_KINDS[kind];
    const deciders = ['transaction-refund', 'payout-request-transactions'] as const;
    const held = [...(anyOf ?? []), ...(kind.startsWith('approval') ? deciders : [])];
    const maker = await daftar.merchant();
    const reader = await daftar.colleague(maker, held);
    const quiet = await daftar.colleague(maker, held);
    const blind = await daftar.colleague(maker, ['products-list']);
    await daftar.database.sql`update users set receive_notifications = false where id = ${quiet.userId}`;
    const person = forMaker ? maker : reader;

    const stream = await openStream(address, person, mode);
    await bring({ maker, reader });
    let heard: { notificationId: number; kind: string } | undefined;
    while (heard?.kind !== kind) {
      const news = await stream.next();
      if (!news) throw new Error('the stream ended');
      heard = news.data as typeof heard;
    }
    stream.close();
    const id = heard.notificationId;

    const bell = async (as: Actor, locale: string) => {
      const headers = { 'accept-language': locale };
      const { body } = await daftar.call({ path: '/merchant/notifications', mode, as, headers });
      const items = body.data.data as { notificationId: number; content: string }[];
      return items.find(({ notificationId }) => notificationId === id)?.content;
    };
    const [english, arabic] = [await bell(person, 'en-US'), await bell(person, 'ar-EG')];
    expect(english).toMatch(/^[A-Z0-9\u2068]/);
    expect(arabic).toMatch(/[\u0600-\u06ff]/);
    for (const sentence of [english, arabic])
      expect(sentence).not.toMatch(/\{\{|notifications\.|NaN|undefined/);
    if (anyOf !== null) expect(await bell(blind, 'en-US')).toBeUndefined();

    const to = await mailed(maker, id);
    if (bellOnly) expect(to).toEqual([]);
    else expect(to).toContain(person.email);
    expect(to).not.toContain(quiet.email);
    if (anyOf !== null) expect(to).not.toContain(blind.email);
  });
});
