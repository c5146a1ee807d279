/** Accounts at stand-ins, for tests. */
import type { App, Mode } from '../../../src/platform/context.ts';
import { newToken } from '../../../src/platform/references.ts';
import type { AccountSettings, Adapter } from '../../../src/processors/gateway.ts';
import { notificationPath } from '../../../src/processors/registry.ts';
import { sealAccount } from '../../../src/processors/secrets.ts';
import type { AccountRow } from '../../../src/processors/store.ts';
import { insertAccount } from '../../../src/processors/store-manage.ts';

export interface TestAccount {
  id: number;
  /** The path of its notifications. */
  path: string;
}

/** Creates an account like the console. */
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
