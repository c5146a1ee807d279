/** Notices for every owner, whatever their notification settings, because somebody may be acting in their name. */
import { forAccount } from '../merchants/account-mode.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { sentence, spoken } from '../messages/words.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { contentOf, type NotificationParams } from './content.ts';
import type { NotificationKind } from './kinds.ts';
import { notify } from './service.ts';
import * as store from './store.ts';

/** Kinds that concern a single mode; all others concern the whole account. */
const OF_ONE_MODE: ReadonlySet<NotificationKind> = new Set([
  'webhook-urls-changed',
  'webhook-secret-changed',
  'webhook-version-changed',
  'webhook-endpoint-changed',
  'api-key-made',
  'api-key-rolled',
  'api-key-moved',
  'outside-address-approved',
]);

const scopeOf = (caller: Caller, kind: NotificationKind): Caller =>
  OF_ONE_MODE.has(kind) ? caller : forAccount(caller);

/** An event, and the page where it can be reviewed and undone. */
export interface OwnersNotice {
  kind: NotificationKind;
  params?: NotificationParams;
  href: string;
}

/**
 * Notifies every owner on screen and by e-mail, in the causing transaction; the e-mail says what to do if no owner did
 * it. The sentence gets the caller's `name`.
 */
export async function notifyOwners(app: App, caller: Caller, news: OwnersNotice): Promise<void> {
  const name = await store.nameOf(app.db, caller);
  const params = { name, ...news.params };
  await mailOwners(app, scopeOf(caller, news.kind), { ...news, params }, 'notYou', 'look');
}

/**
 * Tells every owner about a decision of the provider or a need of the account, on screen and by e-mail, whatever
 * their preferences, in the causing transaction.
 */
export const tellOwners = (app: App, scope: Scope, news: OwnersNotice): Promise<void> =>
  mailOwners(app, scope, news, 'support', 'open');

async function mailOwners(
  app: App,
  { merchantId, mode }: Scope,
  { kind, params = {}, href }: OwnersNotice,
  explanation: 'notYou' | 'support',
  action: 'look' | 'open',
): Promise<void> {
  await notify(app, { merchantId, mode }, { kind, params, href, email: false });
  const business = await store.businessOf(app.db, { merchantId });
  for (const { email, locale } of await store.listOwners(app.db, { merchantId })) {
    const subject = spoken(contentOf(locale, kind, params, 'latin'));
    const url = `${app.config.publicUrl}${href}`;
    const body = composeEmail({
      locale,
      subject,
      heading: subject,
      about: business,
      paragraphs: [sentence(locale, `notifications.owners.${explanation}`)],
      action: { label: sentence(locale, `notifications.owners.${action}`), url },
    });
    const message = { merchantId, mode, channel: 'email', to: email, locale, ...body } as const;
    await sendMessage(app, app.db, { ...message, links: [url] });
  }
}
