/** The secrets of accounts at processors, sealed in the database. */
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { seal, unseal } from '../platform/seal.ts';
import type { AccountSettings, Adapter } from './gateway.ts';
import type { AccountRow } from './store.ts';

type Configured = Pick<App, 'config'>;

const keyOf = (app: Configured) => serverKey(app, 'processor account');

/** Seals a text that holds secrets of an account. */
export const sealText = (app: Configured, text: string): Buffer => seal(keyOf(app), text);

/** Decrypts sealed text; null if it was sealed with another DAFTAR_SECRET. */
export const unsealText = (app: Configured, sealed: Buffer): string | null => unseal(keyOf(app), sealed);

/** Returns the credentials that may be shown. One that the adapter does not know counts as secret. */
export function shownCredentials(
  adapter: Adapter,
  credentials: AccountSettings['credentials'],
): Record<string, string> {
  const shown = Object.entries(credentials).filter(([name]) => !isSecret(adapter, name));
  return Object.fromEntries(shown);
}

/** Seals the credentials and the notification secret of an account for storage. */
export function sealAccount(
  app: Configured,
  adapter: Adapter,
  settings: Pick<AccountSettings, 'credentials' | 'notificationSecret'>,
): Pick<AccountRow, 'credentials' | 'sealedCredentials' | 'sealedNotificationSecret'> {
  const secret = Object.entries(settings.credentials).filter(([name]) => isSecret(adapter, name));
  return {
    credentials: shownCredentials(adapter, settings.credentials),
    sealedCredentials: sealText(app, JSON.stringify(Object.fromEntries(secret))),
    sealedNotificationSecret: sealText(app, settings.notificationSecret),
  };
}

/**
 * Reads an account's settings with its secrets. `former`: the notification secret before the last rotation.
 * @throws Error if they were sealed with another DAFTAR_SECRET
 */
export function settingsOf(
  app: Configured,
  account: AccountRow,
  secret: 'now' | 'former' = 'now',
): AccountSettings {
  const sealedSecret = secret === 'now' ? account.sealedNotificationSecret : account.sealedFormerSecret;
  const credentials = unsealText(app, account.sealedCredentials);
  const notificationSecret = sealedSecret && unsealText(app, sealedSecret);
  if (credentials === null || notificationSecret === null) {
    throw new Error(
      `the secrets of processor account ${account.id} cannot be opened with this DAFTAR_SECRET`,
    );
  }
  const { mode, methods, currencies, baseUrl } = account;
  return {
    mode,
    methods,
    currencies,
    baseUrl,
    credentials: { ...account.credentials, ...(JSON.parse(credentials) as Record<string, string>) },
    notificationSecret,
  };
}

const isSecret = (adapter: Adapter, name: string): boolean => adapter.credentials[name]?.isSecret ?? true;
