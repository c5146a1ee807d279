/** Stand-ins of processors that run in this process, for the demo and the journeys: live payments without money. */
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { newToken } from '../platform/references.ts';
import { seal } from '../platform/seal.ts';
import { ADAPTERS } from './adapters.ts';
import { startStandIn as startFawry } from './fawry/stand-in.ts';
import type { AccountSettings, Adapter } from './gateway.ts';
import { startStandIn as startMpgs } from './mpgs/stand-in.ts';
import { startStandIn as startPaymob } from './paymob/stand-in.ts';
import type { StandIn } from './stand-in.ts';
import { writeAccount } from './store-stand-ins.ts';

const STARTS: Readonly<
  Record<string, (options: { port?: number; mode: 'live' | 'test' }) => Promise<StandIn>>
> = {
  mpgs: startMpgs,
  fawry: startFawry,
  paymob: startPaymob,
};

/** The names of processors that have one. */
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
 * Starts stand-ins and connects them as the provider's accounts in live mode: cards at MPGS, codes and wallets at Fawry.
 * Their books are in memory: what was paid before a restart is not known there any more.
 */
export async function connectStandIns(app: App): Promise<readonly StandIn[]> {
  const standIns: StandIn[] = [];
  for (const adapter of ADAPTERS.filter(({ name }) => name === 'mpgs' || name === 'fawry')) {
    const standIn = await startStandIn(adapter.name, { mode: 'live' });
    await connect(app, adapter, standIn.settings);
    standIns.push(standIn);
  }
  return standIns;
}

/** Writes the account of a stand-in, or its new address. */
async function connect(app: App, adapter: Adapter, settings: AccountSettings): Promise<void> {
  const key = serverKey(app, 'processor account');
  const named = Object.entries(settings.credentials);
  const isSecret = (name: string) => adapter.credentials[name]?.isSecret ?? true;
  await writeAccount(app.db, {
    name: `${adapter.name} (stand-in)`,
    adapter: adapter.name,
    token: newToken(),
    mode: settings.mode,
    methods: [...settings.methods],
    currencies: [...settings.currencies],
    baseUrl: settings.baseUrl,
    credentials: Object.fromEntries(named.filter(([name]) => !isSecret(name))),
    sealedCredentials: seal(
      key,
      JSON.stringify(Object.fromEntries(named.filter(([name]) => isSecret(name)))),
    ),
    sealedNotificationSecret: seal(key, settings.notificationSecret),
    now: app.clock.now(),
  });
}
