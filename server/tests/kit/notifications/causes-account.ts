/** Causes of notifications about the account, its domain, webhooks, keys and tickets. */
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { remindOfDocuments, saveExpiry } from '../../../src/document-expiry/service.ts';
import { checkDomains } from '../../../src/domains/service.ts';
import { moderate } from '../../../src/ops/moderate.ts';
import type { App } from '../../../src/platform/context.ts';
import { cairoDay } from '../../../src/platform/time/cairo.ts';
import { answer, close, type Staff, startProcessing, type TicketRef } from '../../../src/tickets/provider.ts';
import { keysOf } from '../api-keys.ts';
import { startTestDns } from '../domains.ts';
import { PASSWORD, withPassword } from '../profile.ts';
import { samples } from '../samples.ts';
import { ticketRefOf } from '../samples-tickets.ts';
import { ACTOR, type Cause, type Causes, call, inDays, type Scene } from './cause.ts';

const world = ({ daftar, maker }: Scene) => ({ daftar, actor: maker, mode: 'live' }) as const;

const bodyOf = async (sample: string, scene: Scene): Promise<object> =>
  (await samples[sample]!.body!(world(scene))) as object;

const moderated = (decision: 'approve' | 'reject' | 'suspend'): Cause => ({
  bring: ({ daftar, maker }) =>
    moderate(daftar.app, decision, maker.email, { actor: ACTOR, reason: 'Blurred' }),
});

/** Sets the tax card to expire in a number of days, and runs the reminders. */
async function documentUntil({ daftar, maker }: Scene, days: number): Promise<void> {
  const expiresOn = cairoDay(new Date(daftar.clock.now().getTime() + days * 86_400_000));
  const document = { kind: 'tax_card', expiresOn, reason: 'Seen' } as const;
  await saveExpiry(daftar.app, { actor: ACTOR }, maker.merchantId, document);
  await remindOfDocuments(daftar.app);
}

/** Requests a domain. @returns its DNS record */
async function domainOf(scene: Scene): Promise<{ name: string; value: string }> {
  await withPassword(scene.daftar, scene.maker);
  const body = { host: `shop${scene.maker.merchantId}.example`, current_password: PASSWORD };
  return (await call(scene, 'POST', 'AccountSettings/Domain', body)).body.data.record;
}

/** Looks up a domain every eight days, with its record present or not. */
async function domainThrough(scene: Scene, answers: readonly ('found' | 'missing')[]): Promise<void> {
  const { name, value } = await domainOf(scene);
  const dns = await startTestDns();
  for (const [at, found] of answers.entries()) {
    dns.set(name, found === 'found' ? value : null);
    await checkDomains(dns.of(inDays(scene, at * 8)));
  }
  dns.close();
}

/** Returns a cause by an action of the provider's staff on a ticket. */
const ticket = (move: (app: App, staff: Staff, ref: TicketRef) => Promise<unknown>): Cause => ({
  bring: async (scene) => {
    const { daftar } = scene;
    const { email } = await daftar.operator();
    const [row] = await daftar.database.sql<{ operatorId: number }[]>`
      select id as "operatorId" from operators where email = ${email}`;
    const staff = { operatorId: row!.operatorId, email, address: '127.0.0.1' };
    await move(daftar.app, staff, await ticketRefOf(world(scene)));
  },
});

export const accountCauses = {
  'account-approve': moderated('approve'),
  'account-reject': moderated('reject'),
  'account-suspend': moderated('suspend'),
  'account-resume': {
    bring: async (scene) => {
      await moderated('suspend').bring(scene);
      await moderate(scene.daftar.app, 'resume', scene.maker.email, { actor: ACTOR });
    },
  },
  'document-expires': { bellOnly: true, bring: (scene) => documentUntil(scene, 20) },
  'document-expired': { bellOnly: true, bring: (scene) => documentUntil(scene, -2) },
  'document-held': { bellOnly: true, bring: (scene) => documentUntil(scene, -60) },
  'document-renewed': {
    bellOnly: true,
    bring: async (scene) => {
      await documentUntil(scene, -60);
      await documentUntil(scene, 400);
    },
  },
  'addresses-changed': {
    bellOnly: true,
    bring: (scene) => {
      const body = { ips: ['192.0.2.1'], current_password: PASSWORD };
      return call(scene, 'POST', 'AccountSettings/IpWhiteListing', body);
    },
  },
  'brand-changed': {
    bellOnly: true,
    bring: (scene) => call(scene, 'POST', 'AccountSettings/Brand', { colour: '#ffe066' }),
  },
  'embedders-changed': {
    bellOnly: true,
    bring: (scene) => {
      const body = { origins: ['https://shop.example'], current_password: PASSWORD };
      return call(scene, 'POST', 'AccountSettings/Embedding', body);
    },
  },
  'domain-changed': { bellOnly: true, bring: domainOf },
  'domain-removed': {
    bellOnly: true,
    bring: async (scene) => {
      await domainOf(scene);
      await call(scene, 'DELETE', 'AccountSettings/Domain', { current_password: PASSWORD });
    },
  },
  'domain-verified': { bellOnly: true, bring: (scene) => domainThrough(scene, ['found']) },
  'domain-missing': { bellOnly: true, bring: (scene) => domainThrough(scene, ['found', 'missing']) },
  'domain-lapsed': {
    bellOnly: true,
    bring: (scene) => domainThrough(scene, ['found', 'missing', 'missing']),
  },
  'webhook-urls-changed': {
    bellOnly: true,
    bring: (scene) =>
      call(scene, 'POST', 'AccountSettings/WebHooKUrl', {
        defaultCallbackUrl: 'https://shop.example/a',
        defaultCancelUrl: 'https://shop.example/b',
        defaultReturnUrl: 'https://shop.example/c',
        current_password: PASSWORD,
      }),
  },
  'webhook-secret-changed': {
    bellOnly: true,
    bring: (scene) =>
      call(scene, 'POST', 'AccountSettings/WebhookSecret/rotate', { current_password: PASSWORD }),
  },
  'webhook-version-changed': {
    bellOnly: true,
    bring: async (scene) => {
      const body = await bodyOf('webhooks.setVersion', scene);
      for (const version of [FIRST_VERSION, LATEST_VERSION])
        await call(scene, 'POST', 'AccountSettings/WebhookSecret/version', { ...body, version });
    },
  },
  'webhook-endpoint-changed': {
    bellOnly: true,
    bring: (scene) => {
      const body = { url: 'https://shop.example/hooks', current_password: PASSWORD };
      return call(scene, 'POST', 'webhooks/endpoints', body);
    },
  },
  'api-key-made': {
    // Owners get a separate e-mail, whatever their preferences.
    bellOnly: true,
    bring: ({ daftar, maker }) => keysOf(() => daftar).create(maker, ['create-pay-link'], 'live'),
  },
  'api-key-rolled': {
    bellOnly: true,
    bring: ({ daftar, maker }) => keysOf(() => daftar).roll(maker, 'live'),
  },
  'api-key-moved': {
    bellOnly: true,
    bring: async (scene) =>
      call(scene, 'PATCH', 'AccountSettings/KeysInfo/keys', await bodyOf('api-keys.setVersion', scene)),
  },
  'ticket-answered': ticket((app, staff, ref) => answer(app, staff, ref, 'Please try again', null)),
  'ticket-replied': {
    bellOnly: true,
    bring: async (scene) => {
      const { id } = await ticketRefOf(world(scene));
      const body = new FormData();
      body.append('ticket_id', String(id));
      body.append('message', 'It works again');
      await call(scene, 'POST', 'support/send-message', body);
    },
  },
  'ticket-processing': { ...ticket(startProcessing), bellOnly: true },
  'ticket-closed': ticket(close),
} as const satisfies Causes;
