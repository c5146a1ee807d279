import { DOCUMENT_FILES } from '@daftar/contract/files';
import type { BusinessType } from '@daftar/contract/kyc';
import { permissionId } from '@daftar/contract/team';
import { ask } from '../approvals/service.ts';
import { answerChargeback } from '../chargebacks/answer.ts';
import { openChargeback } from '../chargebacks/decide.ts';
import { payForDemo } from '../checkout/seed.ts';
import { storeFile } from '../files/index.ts';
import { pdf, picture } from '../files/testing.ts';
import { kycFields } from '../kyc/testing.ts';
import { notify } from '../notifications/service.ts';
import type { Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { FakeClock } from '../platform/time/clock.ts';
import {
  addPasskey,
  beginTwoStep,
  codeOf,
  Device,
  newPasskeyForm,
  PASSWORD as OWN_PASSWORD,
  resetWaysIn,
  turnOnTwoStep,
} from '../profile/testing.ts';
import { settleNow } from '../settlements/service.ts';
import { insertTransaction } from '../transactions/testing.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { callerOf } from './money.ts';
import { opsSamples } from './samples-ops.ts';
import { storeSamples } from './samples-store.ts';
import { ticketSamples } from './samples-tickets.ts';
import type { Actor, TestServer } from './server.ts';
import type { Fields, Query, Sample, World } from './world.ts';

export type { Sample, World } from './world.ts';

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

/** A link of the actor's merchant. */
async function linkOf({ daftar, actor, mode }: World): Promise<{ id: number }> {
  const answer = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode,
    as: actor,
    body: linkForm(daftar),
  });
  return { id: answer.body.data.id };
}

const linkForm = (daftar: TestServer): Fields => ({
  invoice_name: 'Rent',
  description: 'Of June',
  currency_id: 1,
  amount: 100,
  percentage_fees: 2,
  due_date: new Date(daftar.clock.now().getTime() + 7 * 86_400_000).toISOString(),
  payment_methods: [1, 4],
  language: 1,
  notes: 'Call first',
  max_payment_count: 3,
});

const customerForm = (): Fields => {
  const digits = String(next()).padStart(8, '0');
  return { name: 'منى عادل', email: `sample${digits}@customers.example`, mobile: `012${digits}` };
};

/** A customer of the actor's merchant. */
async function customerOf({ daftar, actor, mode }: World): Promise<{ id: number }> {
  const call = { method: 'POST', path: '/merchant/Customer/Create', mode, as: actor } as const;
  const answer = await daftar.call({ ...call, body: customerForm() });
  return { id: answer.body.data.id };
}

/** A sheet of one customer whom nobody has seen before. */
function customerSheet(): FormData {
  const { name, email, mobile } = customerForm();
  const form = new FormData();
  form.append('file', new Blob([`name,email,mobile\n${name},${email},${mobile}\n`]), 'customers.csv');
  return form;
}

const invoiceForm = async (world: World, customers?: number[]): Promise<Fields> => {
  const { max_payment_count: _, ...form } = linkForm(world.daftar);
  return { ...form, customers: customers ?? [(await customerOf(world)).id] };
};

/** An invoice of the actor's merchant, made out to one customer. */
async function shareOf(world: World): Promise<{ id: number; customerId: number }> {
  const { daftar, actor, mode } = world;
  const { id: customerId } = await customerOf(world);
  const call = { method: 'POST', path: '/merchant/invoices/create', mode, as: actor } as const;
  const answer = await daftar.call({ ...call, body: await invoiceForm(world, [customerId]) });
  return { id: answer.body.data.id, customerId };
}
const invoiceOf = async (world: World) => ({ id: (await shareOf(world)).id });

/** A payment of 100 EGP that succeeded, as a payer makes it. */
async function paymentOf(world: World, method: 1 | 2 = 1): Promise<{ id: number; reference: string }> {
  const { daftar, actor, mode } = world;
  const body = { ...linkForm(daftar), payment_methods: [method] };
  const call = { method: 'POST', path: '/merchant/payment_links/create', mode, as: actor } as const;
  const made = await daftar.call({ ...call, body });
  const clock = new FakeClock(daftar.clock.now());
  await payForDemo({ ...daftar.app, clock }, clock, String(made.body.data.link).split('/').at(-1) ?? '', {
    method,
    ending: 'pays',
    payer: { name: 'Sara', email: 'sara@example.com', mobile: PAYER_MOBILE, address: 'Cairo' },
    cardNumber: '4242424242424242',
    waitMinutes: 1,
  });
  const [row] = await daftar.app.db<{ id: number; reference: string }[]>`
    select id, reference from transactions
    where merchant_id = ${actor.merchantId} and mode = ${mode} order by id desc limit 1`;
  return row!;
}
const PAYER_MOBILE = '01112345678';

/** A payment of test money, whichever mode is looked at. */
const testPaymentOf = async (world: World) => ({ id: (await paymentOf({ ...world, mode: 'test' })).id });

/** Money that the actor's merchant can have paid out: its payments, settled. */
async function fund(world: World): Promise<void> {
  await paymentOf(world);
  const { app, database } = world.daftar;
  const { merchantId } = world.actor;
  await database.sql`update bank_accounts set receives_settlements = false where merchant_id = ${merchantId}`;
  await database.sql`select settle_due(${merchantId}, ${world.mode}, '9999-12-31',
    ${`STL-${String(next()).padStart(8, '0')}`}, ${app.clock.now()})`;
}

/** A settlement of the actor's merchant, of test money. */
async function settlementOf(world: World): Promise<{ id: number }> {
  await paymentOf({ ...world, mode: 'test' });
  const made = await settleNow(world.daftar.app, {
    ...world.actor,
    locale: 'en',
    address: '',
  } as unknown as Caller);
  return { id: made!.id };
}

/** An open chargeback of the actor's merchant. */
async function chargebackOf(world: World): Promise<{ id: number }> {
  const payment = await paymentOf(world);
  const ref = { merchantId: world.actor.merchantId, transactionId: payment.id };
  await openChargeback(world.daftar.app, ref, { reason: 'fraudulent', actor: 'test' });
  const [row] = await world.daftar.app.db<{ id: number }[]>`
    select max(id) as id from chargebacks where merchant_id = ${ref.merchantId} and mode = ${world.mode}`;
  return { id: row!.id };
}

/** A file of the answer to a dispute. */
async function evidenceOf(world: World): Promise<{ merchantId: number; id: number; filePath: string }> {
  const { daftar, actor } = world;
  const { id } = await chargebackOf(world);
  const file = { field: 'file', name: 'receipt.png', claimedType: '', content: await picture() };
  const stored = await storeFile(daftar.app, actor, { purpose: 'evidence', file, rule: DOCUMENT_FILES });
  const caller = callerOf(actor, world.mode);
  await answerChargeback(daftar.app, caller, id, { answer: 'It was delivered', files: [stored.path] });
  return { merchantId: actor.merchantId, id, filePath: stored.path };
}

const roleForm = (): Fields => {
  const name = `Accountants ${next()}`;
  return { name_ar: name, name_en: name, permissions: [permissionId('view-settlements')] };
};

/** A role of the actor's merchant that nobody has. */
async function roleOf({ daftar, actor, mode }: World): Promise<{ id: number }> {
  const path = '/merchant/business-account/roles/create';
  const answer = await daftar.call({ method: 'POST', path, mode, as: actor, body: roleForm() });
  return { id: answer.body.data.id };
}

const userForm = async (world: World): Promise<Fields> => {
  const digits = String(next()).padStart(8, '0');
  return {
    first_name: 'Omar',
    last_name: 'سعيد',
    email: `staff${digits}@example.com`,
    mobile: `015${digits}`,
    role_id: (await roleOf(world)).id,
  };
};

/** Somebody invited to the actor's merchant. */
async function userOf(world: World): Promise<{ id: number }> {
  const { daftar, actor, mode } = world;
  const path = '/merchant/business-account/merchants';
  const body = await userForm(world);
  const answer = await daftar.call({ method: 'POST', path, mode, as: actor, body });
  return { id: answer.body.data.id };
}

/** A request of a colleague that waits for the actor's approval. */
async function requestOf(world: World): Promise<{ id: number }> {
  return { id: await refundRequestBy(world, await world.daftar.colleague(world.actor, [])) };
}

/** A request of somebody of the actor's merchant to give back 10 EGP. */
async function refundRequestBy(world: World, by: Actor): Promise<number> {
  const payment = await paymentOf(world);
  const { app } = world.daftar;
  const caller = { ...by, mode: world.mode, locale: 'en', address: '' } as unknown as Caller;
  return transaction(app.db, (tx) => ask(app, tx, caller, { kind: 'refund', amountPiastres: 1000, payment }));
}

/** A small PDF as its form is sent. */
function paperForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob([pdf()]), 'delivery.pdf');
  return form;
}

/** A bank account as its form is sent. */
function bankAccountForm(more: Query = {}): FormData {
  const form = new FormData();
  const fields = {
    bankAccountName: 'متجر النور',
    bankAccountNumber: '1000 2000 3000',
    bankName: 'Commercial International Bank',
    bankBranch: 'Maadi',
    swift: '',
    iban: 'EG38 0019 0005 0000 0000 2631 8000 2',
    ...more,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** A bank account of the actor's merchant. */
async function bankAccountOf({ daftar, actor, mode }: World): Promise<{ bankAccountId: string }> {
  const call = { method: 'POST', path: '/merchant/AccountSettings/AddBankAccount', mode, as: actor } as const;
  const answer = await daftar.call({ ...call, body: bankAccountForm() });
  if (answer.status === 200) return { bankAccountId: String(answer.body.data.bankAccountId) };
  // There is room for fifty: the newest will do.
  const [row] = await daftar.app.db<{ id: number }[]>`
    select max(id) as id from bank_accounts where merchant_id = ${actor.merchantId} and deleted_at is null`;
  return { bankAccountId: String(row!.id) };
}

/** A further key of the actor's merchant. */
async function keyOf({ daftar, actor, mode }: World): Promise<{ id: string }> {
  const call = { method: 'POST', path: '/merchant/AccountSettings/KeysInfo/keys', mode, as: actor } as const;
  const body = { name: 'Till', permissions: ['create-invoice'] };
  return { id: String((await daftar.call({ ...call, body })).body.data.id) };
}

/** A payout that waits to be handed over. */
async function payoutOf(world: World): Promise<{ id: number }> {
  await fund(world);
  const { daftar, actor, mode } = world;
  const call = { method: 'POST', path: '/merchant/payment_links/payout', mode, as: actor } as const;
  const { body } = await daftar.call({ ...call, body: { amount: 5 } });
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from payouts where merchant_id = ${actor.merchantId} and code = ${body.data.code}`;
  return row!;
}

const papers = new Map<number, string>();

/** What a merchant tells of itself to go live. */
async function kycForm(world: World, type: BusinessType): Promise<Fields> {
  const { merchantId } = world.actor;
  // One file of each merchant: there is room for some hundreds that no form has used yet.
  const path = papers.get(merchantId) ?? (await fileOf(world)).filePath;
  papers.set(merchantId, path);
  return kycFields(type, async () => path);
}

/** A picture that the actor's merchant has sent. */
async function fileOf({ daftar, actor }: World): Promise<{ filePath: string }> {
  const file = { field: 'file', name: 'stamp.png', claimedType: 'image/png', content: await picture() };
  const stored = await storeFile(daftar.app, actor, { purpose: 'document', file, rule: DOCUMENT_FILES });
  return { filePath: stored.path };
}

async function provingBody({ daftar, actor }: World): Promise<Fields> {
  await resetWaysIn(daftar, actor);
  return { current_password: OWN_PASSWORD };
}

async function twoStepBody({ daftar, actor }: World): Promise<Fields> {
  await turnOnTwoStep(daftar, actor);
  return { current_password: OWN_PASSWORD };
}

/** A merchant that has sent its papers, as the console finds it. */
async function applicantOf(world: World): Promise<{ id: number }> {
  const applicant = await world.daftar.merchant({ status: 0 });
  const body = await kycForm({ ...world, actor: applicant, mode: 'test' }, 'individual');
  const call = { method: 'POST', path: '/merchant/Individual', mode: 'test', as: applicant } as const;
  const sent = await world.daftar.call({ ...call, body });
  if (sent.status >= 300) throw new Error(sent.raw);
  return { id: applicant.merchantId };
}

const scopeOf = ({ actor, mode }: World) => ({ merchantId: actor.merchantId, mode });
const PASSWORD = 'Secret1$x';

/** A message to the callback address of the actor's merchant. */
async function webhookOf(world: World): Promise<{ id: number }> {
  const { app } = world.daftar;
  const scope = scopeOf(world);
  await app.db`
    update merchant_settings set callback_url = 'https://shop.example/hooks'
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  const made = await emitEvent(app.db, scope, 'webhook.test', { message: 'Hello' }, { now: app.clock.now() });
  return { id: made!.id };
}

/** By `noun.endpoint`, as in `allEndpoints`. */
export const samples: Record<string, Sample> = {
  ...storeSamples,
  ...ticketSamples,
  'kyc.documentUpload': {
    body: async () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await picture())]), 'stamp.png');
      return form;
    },
  },
  'kyc.corporate': { status: 0, body: (world) => kycForm(world, 'corporate') },
  'kyc.individual': { status: 0, body: (world) => kycForm(world, 'individual') },
  'kyc.saveDraft': {
    status: 0,
    body: () => ({ businessType: 1, step: 2, fields: { landMark: 'Beside the mosque' } }),
  },
  'kyc.areas': { query: { GovernorateId: '1' } },
  'kyc.subCategories': { query: { CategoryId: '1' } },
  'files.storage': { params: fileOf, sharedByModes: true },
  'auth.login': { body: ({ actor }) => ({ email: actor.email, password: PASSWORD, remember_me: true }) },
  'auth.register': {
    body: () => ({
      firstName: 'منى',
      lastName: 'Adel',
      email: `sample${next()}@example.com`,
      mobileNumber: `011${String(next()).padStart(8, '0')}`,
      businessName: 'Nour',
      tAndC: true,
    }),
  },
  'auth.requestPasswordReset': { body: ({ actor }) => ({ email: actor.email }) },
  'auth.resendCreatePassword': { body: ({ actor }) => ({ email: actor.email }) },
  'auth.resetPassword': {
    body: () => ({ password: PASSWORD, password_confirmation: PASSWORD, token: 'no such token' }),
  },
  'auth.createPassword': {
    body: ({ actor }) => ({
      password: PASSWORD,
      password_confirmation: PASSWORD,
      email: actor.email,
      token: 'no such token',
    }),
  },
  'lookups.exchangeRate': { query: { code: 'USD' } },
  'ops.login': {
    body: ({ actor }) => ({ email: actor.email, password: PASSWORD, code: '123456' }),
  },
  ...opsSamples({ paymentOf, chargebackOf, settlementOf, payoutOf, webhookOf, applicantOf, evidenceOf }),
  'payment-links.details': { params: linkOf },
  'payment-links.transactions': { params: linkOf },
  'payment-links.create': { body: ({ daftar }) => linkForm(daftar) },
  'payment-links.deactivate': { params: linkOf },
  'payment-links.exportCsv': { body: () => ({ payLinks: null }) },
  'customers.details': { query: async (world) => ({ customerId: String((await customerOf(world)).id) }) },
  'customers.create': { body: customerForm },
  'customers.update': {
    body: async (world) => ({ customerId: (await customerOf(world)).id, ...customerForm() }),
  },
  'customers.importPreview': { body: customerSheet },
  'customers.import': { body: customerSheet },
  'customers.statistics': { params: customerOf },
  'customers.invoices': { query: async (world) => ({ customer_id: String((await customerOf(world)).id) }) },
  'invoices.saveReminders': { body: () => ({ before_days: 3, after_days: null }) },
  'invoices.details': { params: invoiceOf },
  'invoices.customers': { params: invoiceOf },
  'invoices.messages': { params: invoiceOf },
  'invoices.create': { body: (world) => invoiceForm(world) },
  'invoices.update': { params: invoiceOf, body: (world) => invoiceForm(world) },
  'invoices.deactivate': { params: invoiceOf },
  'invoices.resend': { params: shareOf, body: () => ({ by_email: true, by_sms: true }) },
  'invoices.document': { params: shareOf },
  'invoices.exportCsv': { body: () => ({ invoices: null, format: 'xlsx' }) },
  'transactions.details': {
    params: async (world) => {
      const { daftar } = world;
      const id = await insertTransaction(daftar.app.db, scopeOf(world), { createdAt: daftar.clock.now() });
      return { id };
    },
  },
  'refunds.amanInquiry': {
    body: async (world) => ({
      Mobile: PAYER_MOBILE,
      transactionReference: (await paymentOf(world, 2)).reference,
    }),
  },
  'refunds.amanSendOtp': { body: () => ({ MobileNumber: PAYER_MOBILE }) },
  'refunds.amanRefund': {
    body: async (world) => ({
      Mobile: PAYER_MOBILE,
      transactionReference: (await paymentOf(world, 2)).reference,
      OTP: '123456',
      amount: '10.00',
    }),
  },
  'refunds.create': {
    params: async (world) => ({ id: (await paymentOf(world)).id }),
    body: () => ({ amount: 0.5, reason: 'Came broken' }),
  },
  'refunds.ofTransaction': { params: async (world) => ({ id: (await paymentOf(world)).id }) },
  'payouts.request': {
    body: async (world) => {
      await fund(world);
      return { amount: 5 };
    },
  },
  'settlements.export': { params: settlementOf },
  'chargebacks.addEvidence': { params: chargebackOf, body: paperForm },
  'chargebacks.answer': { params: chargebackOf, body: () => ({ answer: 'It was delivered' }) },
  'search.find': { query: { q: 'rent' } },
  'webhooks.test': {
    query: async (world) => {
      await webhookOf(world);
      return {};
    },
  },
  'webhooks.details': { params: webhookOf },
  'webhooks.resend': { params: webhookOf },
  'webhooks.rotate': { body: () => ({ grace_hours: 1 }) },
  'team.rolePermissions': { sharedByModes: true, params: roleOf },
  'team.createRole': { body: roleForm },
  'team.updateRole': { sharedByModes: true, params: roleOf, body: roleForm },
  'team.deleteRole': { sharedByModes: true, params: roleOf },
  'team.user': { sharedByModes: true, params: userOf },
  'team.createUser': { body: userForm },
  'team.updateUser': { sharedByModes: true, params: userOf, body: userForm },
  'team.deleteUser': { sharedByModes: true, params: userOf },
  'team.setStatus': { sharedByModes: true, params: userOf, body: () => ({ is_active: false }) },
  'team.inviteAgain': { sharedByModes: true, params: userOf },
  'approvals.approve': { params: (world) => requestOf(world) },
  'approvals.decline': { params: (world) => requestOf(world), body: () => ({ reason: 'Agreed otherwise' }) },
  'approvals.withdraw': {
    params: async (world) => ({ id: await refundRequestBy(world, world.actor) }),
  },
  'simulator.payment': { body: () => ({ scenario: 'payment-succeeded' }) },
  'simulator.money': { body: () => ({ scenario: 'settlement' }) },
  'simulator.ofTransaction': { params: async (world) => testPaymentOf(world) },
  'simulator.transaction': {
    params: async (world) => testPaymentOf(world),
    body: () => ({ scenario: 'chargeback-opened' }),
  },
  'approvals.saveSettings': { body: () => ({ enabled: false, refund_above: 0 }) },
  'profile.update': {
    body: ({ actor: { email, mobile } }) => ({
      first_name: 'Mona',
      last_name: 'عادل',
      email,
      mobile,
      avatar: null,
      address: null,
      password: '',
      password_confirmation: '',
    }),
  },
  'profile.uploadAvatar': {
    body: async () => {
      const form = new FormData();
      form.append('image', new Blob([await picture()]), 'me.png');
      return form as never;
    },
  },
  'profile.avatar': { params: fileOf },
  'profile.endSession': {
    params: async ({ daftar, actor }) => ({ sessionId: (await daftar.elsewhere(actor)).sessionId }),
  },
  'profile.beginTwoStep': { body: provingBody },
  'profile.confirmTwoStep': {
    body: async ({ daftar, actor }) => {
      const secret = await beginTwoStep(daftar, actor);
      return { code: codeOf(secret, daftar.clock.now()) };
    },
  },
  'profile.endTwoStep': { body: twoStepBody },
  'profile.renewRecoveryCodes': { body: twoStepBody },
  'profile.beginPasskey': { body: provingBody },
  'profile.addPasskey': { body: ({ daftar, actor }) => newPasskeyForm(daftar, actor) },
  'profile.renamePasskey': {
    params: ({ daftar, actor }) => addPasskey(daftar, actor),
    body: () => ({ name: 'Laptop' }),
  },
  'profile.removePasskey': { params: ({ daftar, actor }) => addPasskey(daftar, actor) },
  'profile.secondStep': { body: () => ({ token: 'no such token', code: '123456' }) },
  'profile.passkeySignIn': {
    body: ({ daftar }) => {
      const device = new Device(daftar.app.config.publicUrl);
      return { token: 'no such token', answer: device.sign('challenge'), remember_me: true };
    },
  },
  'notifications.archive': {
    params: async (world) => {
      await notify(world.daftar.app, scopeOf(world), { kind: 'account-approve' });
      const [row] = await world.daftar.app.db<{ id: number }[]>`
        select max(id) as id from notifications where merchant_id = ${world.actor.merchantId}`;
      return { notificationId: row!.id };
    },
  },
  'account.saveBusinessInfo': {
    body: () => ({
      businessEmail: 'shop@example.com',
      businessPhone: '01001234567',
      businessAddress: 'Cairo',
      businessDescription: 'Lamps',
    }),
  },
  'account.saveBusinessLogo': {
    body: async () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await picture())]), 'logo.png');
      return form;
    },
  },
  'account.addBankAccount': { body: () => bankAccountForm() },
  'account.updateBankAccount': {
    body: async (world) => bankAccountForm(await bankAccountOf(world)),
  },
  'account.deleteBankAccount': { query: bankAccountOf },
  'account.toggleReceiveSettlement': { body: bankAccountOf },
  'account.saveWebhookUrls': {
    body: () => ({
      defaultCallbackUrl: 'https://shop.example/hooks',
      defaultCancelUrl: 'https://shop.example/cancel',
      defaultReturnUrl: 'http://shop.example/thanks?from=daftar',
    }),
  },
  'account.saveDefaultSettings': {
    body: () => ({
      receiveNotification: 1,
      language: 'ar',
      defaultPayment: 1,
      allowedPaymentMethod: [1, 2, 3, 4, 5],
    }),
  },
  'account.saveIpList': {
    body: () => ({ ips: ['127.0.0.1', ' 10.0.0.0/8 ', '2001:db8::/32'], portal: false }),
  },
  'account.saveStoreSettings': {
    body: () => ({
      storeContact: '01001234567',
      storeEmail: 'store@example.com',
      storeAddress: 'Cairo',
      facebook: 'https://facebook.com/shop',
    }),
  },
  'api-keys.roll': { body: () => ({ key: 'secret', grace_hours: 1 }) },
  'api-keys.create': { body: () => ({ name: 'Till', permissions: ['create-invoice'] }) },
  'api-keys.revoke': { query: keyOf },
  'api-keys.startCheckout': {
    body: async (world) => {
      const { id } = await linkOf(world);
      const [row] = await world.daftar.app.db<{ reference: string }[]>`
        select reference from payment_links where merchant_id = ${world.actor.merchantId} and id = ${id}`;
      return { link: row!.reference };
    },
  },
};
