/**
 * Stand-ins of processors that run in this process, for the demo and the journeys: live payments without real money.
 */
import type { App } from '../platform/context.ts';
import { newToken } from '../platform/references.ts';
import { ADAPTERS } from './adapters.ts';
import { startStandIn as startFawry } from './fawry/stand-in.ts';
import type { AccountSettings, Adapter } from './gateway.ts';
import { startStandIn as startMpgs } from './mpgs/stand-in.ts';
import { startStandIn as startPaymob } from './paymob/stand-in.ts';
import { sealAccount } from './secrets.ts';
import type { StandIn } from './stand-in.ts';
import { insertAccount, type NewAccount } from './store-manage.ts';
import { renewAccount } from './store-stand-ins.ts';

const STARTS: Readonly<
  Record<string, (options: { port?: number; mode: 'live' | 'test' }) => Promise<StandIn>>
> = {
  mpgs: startMpgs,
  fawry: startFawry,
  paymob: startPaymob,
};

/** The names of processors that have a stand-in. */
export const STAND_INS: readonly string[] = Object.keys(STARTS);

/** Starts a stand-in. @throws Error for an unknown name */
export async function startStandIn(
  name: string,
  options: { port?: number; mode: 'live' | 'test' },
): Promise<StandIn> {
  const start = STARTS[name];
  if (!start) throw new Error(`There is no stand-in for ${name}; there are: ${STAND_INS.join(', ')}`);
  const standIn = await start(options);
  standIn.notifications = 'sent';
  return standIn;
}

/**
 * Starts stand-ins and connects them as the provider's accounts in live mode: cards at MPGS, codes and wallets at
 * Fawry. Their books are in memory: they do not know payments from before a restart.
 */
export async function connectStandIns(app: App): Promise<readonly { of: string; standIn: StandIn }[]> {
  const standIns: { of: string; standIn: StandIn }[] = [];
  for (const adapter of ADAPTERS.filter(({ name }) => name === 'mpgs' || name === 'fawry')) {
    const standIn = await startStandIn(adapter.name, { mode: 'live' });
    await connect(app, adapter, standIn.settings);
    standIns.push({ of: adapter.name, standIn });
  }
  return standIns;
}

/** Creates the account of a stand-in, or updates its URL and secrets. */
async function connect(app: App, adapter: Adapter, settings: AccountSettings): Promise<void> {
  const account: NewAccount = {
    name: `${adapter.name} (stand-in)`,
    adapter: adapter.name,
    token: newToken(),
    mode: settings.mode,
    merchantId: null,
    methods: [...settings.methods],
    currencies: [...settings.currencies],
    baseUrl: settings.baseUrl,
    ...sealAccount(app, adapter, settings),
    priority: 100,
    state: 'on',
  };
  const now = app.clock.now();
  if (!(await renewAccount(app.db, account, now))) await insertAccount(app.db, account, now);
}
