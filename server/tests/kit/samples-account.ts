/** Valid requests to the account's endpoints: settings, keys, webhooks, activation, files. */
import { DOCUMENT_FILES } from '@daftar/contract/files';
import type { BusinessType } from '@daftar/contract/kyc';
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { recordOf } from '../../src/domains/rules.ts';
import { type Purpose, storeFile } from '../../src/files/index.ts';
import { notify } from '../../src/notifications/service.ts';
import { emitEvent } from '../../src/webhooks/emit.ts';
import { startTestDns } from './domains.ts';
import { picture } from './files.ts';
import { kycFields } from './kyc.ts';
import { PASSWORD, withPassword } from './profile.ts';
import { linkOf } from './samples-payables.ts';
import type { Actor } from './server.ts';
import { type Fields, next, type Query, type Sample, type World } from './world.ts';

/** Adds the actor's current password to a body. */
export async function proven({ daftar, actor }: World, fields: Fields): Promise<Fields> {
  await withPassword(daftar, actor);
  // Earlier cases sent wrong passwords from the same address, which counts towards rate limits.
  await daftar.database.sql`delete from limit_uses`;
  return { ...fields, current_password: PASSWORD };
}

const scopeOf = ({ actor, mode }: World) => ({ merchantId: actor.merchantId, mode });

/** Returns the form data of a bank account. */
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

/** Lets a program ask for a key of the world's mode. */
async function requestedOf({ daftar, mode }: World): Promise<{ device_code: string; user_code: string }> {
  await daftar.database.sql`delete from limit_uses`;
  const body = { mode, program: 'Daftar CLI', machine: 'laptop' };
  return (await daftar.call({ method: 'POST', path: '/api/merchant/key_requests', body })).body.data;
}
const codeOf = async (world: World) => ({ code: (await requestedOf(world)).user_code });

/** Creates a bank account of the actor's merchant. */
async function bankAccountOf({ daftar, actor, mode }: World): Promise<{ bankAccountId: string }> {
  const call = { method: 'POST', path: '/merchant/AccountSettings/AddBankAccount', mode, as: actor } as const;
  const answer = await daftar.call({ ...call, body: bankAccountForm() });
  if (answer.status === 200) return { bankAccountId: String(answer.body.data.bankAccountId) };
  // A merchant can have at most fifty, so the newest is reused.
  const [row] = await daftar.app.db<{ id: number }[]>`
    select max(id) as id from bank_accounts where merchant_id = ${actor.merchantId} and deleted_at is null`;
  return { bankAccountId: String(row!.id) };
}

/** Gives the actor's merchant a domain. @returns its DNS record. */
async function domainOf({ daftar, actor }: World): Promise<{ name: string; value: string }> {
  const { app, database } = daftar;
  const { merchantId } = actor;
  const host = `pay${next()}.shop.example`;
  await database.sql`
    update merchant_domains set removed_at = now(), verified_at = null, missing_since = null, next_check_at = null
     where merchant_id = ${merchantId} and removed_at is null`;
  await database.sql`
    insert into merchant_domains (merchant_id, host, token, created_at, next_check_at)
    values (${merchantId}, ${host}, ${'t'.repeat(27)}, ${app.clock.now()}, ${app.clock.now()})`;
  return recordOf({ host, token: 't'.repeat(27) });
}

/** Creates a restricted key of the actor's merchant. */
async function keyOf(world: World): Promise<{ id: string }> {
  const { daftar, actor, mode } = world;
  const call = { method: 'POST', path: '/merchant/AccountSettings/KeysInfo/keys', mode, as: actor } as const;
  const body = await proven(world, { name: 'Till', permissions: ['create-invoice'] });
  return { id: String((await daftar.call({ ...call, body })).body.data.id) };
}

/** Creates a webhook event of the actor's merchant. */
export async function webhookOf(world: World): Promise<{ id: number }> {
  const { app } = world.daftar;
  const scope = scopeOf(world);
  await app.db`
    update merchant_settings set callback_url = 'https://shop.example/hooks'
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  const made = await emitEvent(app.db, scope, 'webhook.test', { message: 'Hello' }, { now: app.clock.now() });
  return { id: made!.id };
}

/** Creates a webhook endpoint of the actor's merchant, which can have few. */
async function endpointOf(world: World): Promise<{ id: number }> {
  const { database } = world.daftar;
  const scope = scopeOf(world);
  await database.sql`
    delete from webhook_endpoints where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  const [row] = await database.sql<{ id: number }[]>`
    insert into webhook_endpoints (merchant_id, mode, url, version, salt, created_at, updated_at)
    values (${scope.merchantId}, ${scope.mode}, 'https://shop.example/hooks', ${LATEST_VERSION},
            ${Buffer.alloc(32, 7)}, now(), now())
    returning id`;
  return row!;
}

/** Writes down a call of the actor's merchant by key. */
async function requestOf(world: World): Promise<{ id: number }> {
  const { merchantId, mode } = scopeOf(world);
  const [row] = await world.daftar.database.sql<{ id: number }[]>`
    insert into api_requests (merchant_id, mode, request_id, key_id, method, path, status, milliseconds, created_at)
    values (${merchantId}, ${mode}, gen_random_uuid(), 1, 'GET', '/merchant/transactions', 200, 12, now())
    returning id`;
  return row!;
}

/** Creates an event of the actor's merchant. */
async function eventOf(world: World): Promise<{ id: number }> {
  const { id } = await webhookOf(world);
  const [row] = await world.daftar.app.db<{ id: number }[]>`
    select event_id as id from webhook_events where merchant_id = ${world.actor.merchantId} and id = ${id}`;
  return row!;
}

const papers = new WeakMap<Actor, string>();

/** Returns the fields of a merchant's activation request. */
async function kycForm(world: World, type: BusinessType): Promise<Fields> {
  const { actor } = world;
  // One file per merchant, because unused uploads are limited.
  const path = papers.get(actor) ?? (await fileOf(world)).filePath;
  papers.set(actor, path);
  return kycFields(type, async () => path);
}

/** Uploads a picture of the actor's merchant. */
export async function fileOf(
  { daftar, actor }: World,
  purpose: Purpose = 'document',
): Promise<{ filePath: string }> {
  const file = { field: 'file', name: 'stamp.png', claimedType: 'image/png', content: await picture() };
  const stored = await storeFile(daftar.app, actor, { purpose, file, rule: DOCUMENT_FILES });
  return { filePath: stored.path };
}

/** Creates a merchant whose activation request waits for review. */
export async function applicantOf(world: World): Promise<{ id: number }> {
  const applicant = await world.daftar.merchant({ status: 0 });
  const body = await kycForm({ ...world, actor: applicant, mode: 'test' }, 'individual');
  const call = { method: 'POST', path: '/merchant/Individual', mode: 'test', as: applicant } as const;
  const sent = await world.daftar.call({ ...call, body });
  if (sent.status >= 300) throw new Error(sent.raw);
  return { id: applicant.merchantId };
}

/** Samples by `noun.endpoint`. */
export const accountSamples: Record<string, Sample> = {
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
  'files.storage': { params: (world) => fileOf(world), sharedByModes: true },
  'webhooks.test': {
    query: async (world) => {
      await webhookOf(world);
      return {};
    },
  },
  'events.details': { params: eventOf },
  'request-log.details': { params: requestOf },
  'webhook-endpoints.details': { params: endpointOf },
  'webhook-endpoints.create': { body: (world) => proven(world, { url: 'https://shop.example/hooks' }) },
  'webhook-endpoints.update': { params: endpointOf, body: (world) => proven(world, { is_active: false }) },
  'webhook-endpoints.remove': { params: endpointOf },
  'webhook-endpoints.rotate': { params: endpointOf, body: (world) => proven(world, { grace_hours: 1 }) },
  'webhook-endpoints.test': { params: endpointOf },
  'webhook-endpoints.resend': { body: () => ({ from: '2026-06-01T00:00:00Z' }) },
  'webhooks.details': { params: webhookOf },
  'webhooks.resend': { params: webhookOf },
  'webhooks.setVersion': {
    body: async (world) => {
      await webhookOf(world);
      return proven(world, { version: LATEST_VERSION });
    },
  },
  'webhooks.rotate': { body: (world) => proven(world, { grace_hours: 1 }) },
  'webhooks.reveal': { body: (world) => proven(world, {}) },
  'notifications.archiveAll': {
    body: async (world) => {
      await notify(world.daftar.app, scopeOf(world), { kind: 'account-approve' });
      const [row] = await world.daftar.app.db<{ id: number }[]>`
        select max(id) as id from notifications
         where merchant_id = ${world.actor.merchantId} and mode = ${world.mode}`;
      return { up_to: row!.id };
    },
  },
  'notifications.savePreferences': {
    body: () => ({
      topics: [{ topic: 'payments', bell: true, mail: false }],
      quiet_hours: { from: 22, until: 8 },
    }),
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
  'brand.save': {
    body: () => ({
      colour: '#FFE066',
      coverPath: '',
      footerEn: `Open daily ${next()}`,
      footerAr: 'نعمل يوميًا',
    }),
  },
  'embedding.save': { body: (world) => proven(world, { origins: ['https://shop.example'] }) },
  'domains.save': { body: (world) => proven(world, { host: `https://pay${next()}.shop.example/` }) },
  'domains.check': {
    query: async (world) => {
      const { name, value } = await domainOf(world);
      const dns = await startTestDns();
      dns.set(name, value);
      Object.assign(world.daftar.app.config, { dnsServers: dns.of(world.daftar.app).config.dnsServers });
      return {};
    },
  },
  'domains.remove': {
    body: async (world) => {
      await domainOf(world);
      return proven(world, {});
    },
  },
  'brand.uploadCover': {
    body: async () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await picture())]), 'cover.png');
      return form;
    },
  },
  'brand.preview': {
    body: () => ({
      colour: '#ffe066',
      footerEn: '',
      footerAr: '',
      face: 'shop',
      locale: 'ar',
      theme: 'dark',
    }),
  },
  'account.addBankAccount': { body: () => bankAccountForm() },
  'account.updateBankAccount': {
    body: async (world) => bankAccountForm(await bankAccountOf(world)),
  },
  'account.deleteBankAccount': { query: bankAccountOf, body: () => ({}) },
  'account.toggleReceiveSettlement': {
    body: async (world) => proven(world, await bankAccountOf(world)),
  },
  'account.saveWebhookUrls': {
    body: (world) =>
      proven(world, {
        defaultCallbackUrl: 'https://shop.example/hooks',
        defaultCancelUrl: 'https://shop.example/cancel',
        defaultReturnUrl: `http://shop.example/thanks?from=daftar&n=${next()}`,
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
    body: (world) =>
      proven(world, {
        ips: ['127.0.0.1', ' 10.0.0.0/8 ', '2001:db8::/32', `192.0.2.${next() % 256}`],
        portal: false,
      }),
  },
  'account.saveStoreSettings': {
    body: () => ({
      storeContact: '01001234567',
      storeEmail: 'store@example.com',
      storeAddress: 'Cairo',
      facebook: 'https://facebook.com/shop',
    }),
  },
  'api-keys.roll': { body: (world) => proven(world, { key: 'secret', grace_hours: 1 }) },
  'api-keys.create': { body: (world) => proven(world, { name: 'Till', permissions: ['create-invoice'] }) },
  'api-keys.setVersion': {
    body: async (world) => proven(world, { id: Number((await keyOf(world)).id), version: FIRST_VERSION }),
  },
  'api-keys.revoke': { query: keyOf },
  'key-requests.begin': { body: () => ({ mode: 'test', program: 'Daftar CLI', machine: 'laptop' }) },
  'key-requests.collect': {
    body: async (world) => ({ device_code: (await requestedOf(world)).device_code }),
  },
  'key-requests.end': { body: () => ({ key: `sk_test_${'0'.repeat(64)}` }) },
  'key-requests.read': { query: codeOf },
  'key-requests.approve': {
    body: async (world) =>
      proven(world, { ...(await codeOf(world)), name: 'Laptop', permissions: ['create-invoice'] }),
  },
  'key-requests.refuse': { body: codeOf },
  'api-keys.startCheckout': {
    body: async (world) => {
      const { id } = await linkOf(world);
      const [row] = await world.daftar.app.db<{ reference: string }[]>`
        select reference from payment_links where merchant_id = ${world.actor.merchantId} and id = ${id}`;
      return { link: row!.reference };
    },
  },
};
