/** Accounts at stand-ins, for tests. */
import type { App, Mode } from '../../platform/context.ts';
import { newToken } from '../../platform/references.ts';
import type { AccountSettings, Adapter } from '../gateway.ts';
import { notificationPath } from '../registry.ts';
import { sealAccount } from '../secrets.ts';
import type { AccountRow } from '../store.ts';
import { insertAccount } from '../store-manage.ts';

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
  options: {
    mode?: Mode;
    merchantId?: number | null;
    priority?: number;
    methods?: AccountRow['methods'];
  } = {},
): Promise<TestAccount> {
  const { mode, methods, currencies, baseUrl } = settings;
  const account = {
    token: newToken(),
    adapter: adapter.name,
    mode,
    merchantId: null,
    name: 'test',
    methods: [...methods],
    currencies: [...currencies],
    baseUrl,
    ...sealAccount(app, adapter, settings),
    priority: 100,
    state: 'on' as const,
    ...options,
  };
  return { id: await insertAccount(app.pool, account, app.clock.now()), path: notificationPath(account) };
}
