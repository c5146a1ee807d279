/** Accounts at stand-ins, for tests. */
import type { App, Mode } from '../../platform/context.ts';
import { serverKey } from '../../platform/keys.ts';
import { newToken } from '../../platform/references.ts';
import { seal } from '../../platform/seal.ts';
import type { AccountSettings, Adapter } from '../gateway.ts';

export interface TestAccount {
  id: number;
  /** The path of its notifications. */
  path: string;
}

/** Writes an account as the console would. */
export async function addTestAccount(
  app: App,
  adapter: Adapter,
  settings: AccountSettings,
  options: { mode?: Mode; merchantId?: number | null; priority?: number; methods?: number[] } = {},
): Promise<TestAccount> {
  const key = serverKey(app, 'processor account');
  const isSecret = (name: string) => adapter.credentials[name]?.isSecret ?? true;
  const named = Object.entries(settings.credentials);
  const shown = Object.fromEntries(named.filter(([name]) => !isSecret(name)));
  const secrets = Object.fromEntries(named.filter(([name]) => isSecret(name)));
  const token = newToken();
  const now = app.clock.now();
  const [row] = await app.pool<{ id: number }[]>`
    insert into processor_accounts (token, adapter, mode, merchant_id, name, methods, currencies, base_url, credentials,
                                    sealed_credentials, sealed_notification_secret, priority, state, created_at, updated_at)
    values (${token}, ${adapter.name}, ${options.mode ?? settings.mode}, ${options.merchantId ?? null}, 'test',
            ${options.methods ?? [...settings.methods]}, ${[...settings.currencies]}, ${settings.baseUrl}, ${app.pool.json(shown)},
            ${seal(key, JSON.stringify(secrets))}, ${seal(key, settings.notificationSecret)}, ${options.priority ?? 100},
            'on', ${now}, ${now})
    returning id`;
  return { id: row!.id, path: `/pay/callbacks/${adapter.name}/${token}` };
}
