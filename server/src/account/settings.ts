import { isDeepStrictEqual } from 'node:util';
import type {
  DefaultSettings,
  DefaultSettingsFormValues,
  FormDefaults,
  WebhookUrls,
  WebhookUrlsFormValues,
} from '@daftar/contract/account-settings';
import { LANGUAGE } from '@daftar/contract/payables';
import type * as z from 'zod/mini';
import { recordAudit } from '../audit/record.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import { allowedMethods, methodItem } from '../lookups/service.ts';
import * as merchants from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { maySave } from '../webhooks/address.ts';
import { isOffered, storedMethods } from './rules.ts';
import * as store from './store.ts';

const EGP = 1;

/** Returns the callback and redirect URLs of a mode; empty strings where none were saved. */
export async function getUrls(app: App, scope: Scope): Promise<WebhookUrls> {
  const settings = await store.getSettings(app.db, scope);
  return {
    defaultCallbackUrl: settings.callbackUrl ?? '',
    defaultCancelUrl: settings.cancelUrl ?? '',
    defaultReturnUrl: settings.returnUrl ?? '',
  };
}

/**
 * Changes the three URLs of the caller's mode; pages of payments under way use them at once. Requires step-up and tells
 * every owner.
 * @throws InvalidError 422 for a wrong password
 */
export async function saveUrls(
  app: App,
  caller: Caller,
  { current_password, step_up, ...urls }: WebhookUrlsFormValues,
): Promise<void> {
  // Redirect pages may be on any host that a payer's browser can reach; webhooks must be reachable by our server.
  const how = { allowsLoopback: app.config.webhooksToLoopback, isSecure: false };
  if (!maySave(urls.defaultCallbackUrl, how)) throw InvalidError.field('defaultCallbackUrl', 'InvalidUrl');
  const isOther = (saved: WebhookUrls) => !isDeepStrictEqual({ ...saved }, { ...urls });
  const isAsked = isOther(await getUrls(app, caller));
  const proven = await proveIf(isAsked, () => requireStepUp(app, caller, { current_password, step_up }));
  await transaction(app.db, async (tx) => {
    const { callbackUrl, cancelUrl, returnUrl } = await store.getSettings(tx, caller, true);
    const changes = isOther(await getUrls({ ...app, db: tx }, caller));
    proven.recheck(changes);
    if (changes) {
      await notifyOwners({ ...app, db: tx }, caller, {
        kind: 'webhook-urls-changed',
        href: '/account-settings?tab=settings',
      });
    }
    await merchants.setUrls(tx, caller, urls);
    await recordAudit(tx, caller, app.clock.now(), {
      action: 'account.urls',
      subject: `merchant:${caller.merchantId}`,
      before: { callbackUrl, cancelUrl, returnUrl },
      after: { ...urls },
    });
  });
}

/** Returns the default settings of new links and invoices in the caller's mode. */
export async function getDefaults(app: App, caller: Caller): Promise<DefaultSettings> {
  const settings = await store.getSettings(app.db, caller);
  const methods = await allowedMethods(app, caller);
  return {
    receiveNotification: settings.receiveNotification,
    language: (settings.language ?? LANGUAGE.arabic) === LANGUAGE.english ? 'en' : 'ar',
    defaultPayment: settings.defaultPayment,
    allowedPaymentMethod: methods.map((id) => {
      const { name } = methodItem(caller.locale, id);
      return { id, name };
    }),
    currency: settings.defaultCurrency ?? EGP,
  };
}

/**
 * Changes the defaults; existing links and invoices keep their settings.
 * @throws InvalidError 422 when the default method is not an allowed one.
 */
export async function saveDefaults(app: App, caller: Caller, form: DefaultSettingsFormValues): Promise<void> {
  await transaction(app.db, async (tx) => {
    const inner = { ...app, db: tx };
    const before = await store.getSettings(tx, caller, true);
    const allowedBefore = await allowedMethods(inner, caller);
    const allowed = form.allowedPaymentMethod ?? allowedBefore;
    const defaultPayment = form.defaultPayment ?? null;
    if (!isOffered(defaultPayment, allowed)) {
      throw InvalidError.field('defaultPayment', 'MethodNotAllowed');
    }
    await merchants.setDefaults(tx, caller, {
      receiveNotification: form.receiveNotification,
      language: form.language === 'ar' ? LANGUAGE.arabic : LANGUAGE.english,
      defaultPayment,
      allowed: storedMethods(allowed),
      currency: form.currency ?? before.defaultCurrency,
    });
    await recordAudit(tx, caller, app.clock.now(), {
      action: 'account.defaults',
      subject: `merchant:${caller.merchantId}`,
      before: { ...before, allowed: allowedBefore },
      after: { ...form },
    });
  });
}

/** Returns what a new link or invoice form starts with: Arabic and EGP until other defaults are saved. */
export async function getFormDefaults(app: App, scope: Scope): Promise<z.output<typeof FormDefaults>> {
  const settings = await store.getSettings(app.db, scope);
  return {
    language: settings.language ?? LANGUAGE.arabic,
    currency_id: settings.defaultCurrency ?? EGP,
    payment_method: settings.defaultPayment,
  };
}
