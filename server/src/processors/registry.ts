import type { App, Mode, Scope } from '../platform/context.ts';
import { guestKey } from '../platform/keys.ts';
import { baseUrlOf } from './base-url.ts';
import type {
  AccountRef,
  Adapter,
  Notified,
  OpenGateway,
  PaymentGateway,
  Processors,
  Route,
  Sandbox,
} from './gateway.ts';
import { type Health, isFailing, watch } from './health.ts';
import { httpClient } from './http.ts';
import { SANDBOX, SANDBOX_METHODS, sandbox } from './sandbox/index.ts';
import { settingsOf } from './secrets.ts';
import { type AccountRow, findAccount, findAccountByToken, listRouted } from './store.ts';

type Needs = Pick<App, 'pool' | 'clock' | 'config' | 'log'>;

/**
 * Returns whether the sandbox processes payments of this mode: always in test mode; in live mode for the demo or if
 * configured.
 */
export function isSandboxed(app: Pick<App, 'config'>, mode: Mode): boolean {
  return mode === 'test' || app.config.sandboxLive;
}

/** Returns the path to which an account's processor sends its notifications. */
export const notificationPath = (account: Pick<AccountRow, 'adapter' | 'token'>): string =>
  `/pay/callbacks/${account.adapter}/${account.token}`;

/** A process's connections to the accounts of one database. */
interface Connections {
  /** Gateways by account, kept until its settings change, because some keep an access token. */
  open: Map<number, { version: number; gateway: OpenGateway }>;
  health: Health;
}

/** The processors of an installation: the sandbox, and the accounts of these adapters. */
export function processorsOf(adapters: readonly Adapter[]): Processors {
  const http = httpClient();
  /**
   * Returns the adapter of an account. A stand-in's account in a database that was moved to production is not called
   * there.
   */
  const callable = (app: Needs, { adapter, baseUrl }: AccountRow): Adapter | undefined =>
    adapters.find(
      ({ name, domains }) => name === adapter && baseUrlOf(baseUrl, domains, app.config.production) !== null,
    );
  const connections = new WeakMap<object, Connections>();
  const of = ({ pool }: Needs): Connections => {
    const known = connections.get(pool) ?? { open: new Map(), health: new Map() };
    connections.set(pool, known);
    return known;
  };

  function gatewayOf(app: Needs, account: AccountRow): OpenGateway | null {
    const adapter = callable(app, account);
    if (!adapter) return null;
    const { open, health } = of(app);
    const before = open.get(account.id);
    if (before?.version === account.version) return before.gateway;
    const made = adapter.open(settingsOf(app, account), { clock: app.clock, log: app.log, http });
    const gateway = { ...watch(health, account, made), methods: methodsOf(adapter, account) };
    open.set(account.id, { version: account.version, gateway });
    return gateway;
  }

  /** Opens the gateway with the notification secret before the last rotation; null if it is no longer valid. */
  function formerGatewayOf(app: Needs, account: AccountRow): PaymentGateway | null {
    const { formerSecretUntil, sealedFormerSecret } = account;
    const isValid = formerSecretUntil !== null && formerSecretUntil > app.clock.now();
    const adapter = callable(app, account);
    if (!isValid || !sealedFormerSecret || !adapter) return null;
    return adapter.open(settingsOf(app, account, 'former'), { clock: app.clock, log: app.log, http });
  }

  function methodsOf(adapter: Adapter, account: AccountRow): Route['methods'] {
    const all = adapter.methodsOf?.(account.credentials) ?? adapter.methods;
    const offered = account.methods.map((method) => [method, all[method]] as const);
    return Object.fromEntries(offered.filter(([, can]) => can !== undefined));
  }

  function routeOf(app: Needs, account: AccountRow): Route | null {
    const adapter = callable(app, account);
    if (!adapter) return null;
    return {
      processor: account.adapter,
      accountId: account.id,
      methods: methodsOf(adapter, account),
      notificationPath: notificationPath(account),
    };
  }

  return {
    adapters,

    async routes(app: Needs, scope: Scope): Promise<readonly Route[]> {
      const accounts = await listRouted(app.pool, scope);
      const routes = accounts.map((account) => routeOf(app, account)).filter((route) => route !== null);
      // A failing account is tried last.
      const sound = routes.filter((route) => !isFailing(of(app).health, route.accountId));
      const failing = routes.filter((route) => isFailing(of(app).health, route.accountId));
      const real = [...sound, ...failing];
      return isSandboxed(app, scope.mode) ? [...real, sandboxBeside(real)] : real;
    },

    async open(app: Needs, ref: AccountRef): Promise<OpenGateway | null> {
      if (ref.accountId === null) {
        const gateway = this.sandbox(app, ref);
        return gateway && { ...gateway, methods: SANDBOX_METHODS };
      }
      const account = await findAccount(app.pool, ref.accountId);
      return account ? gatewayOf(app, account) : null;
    },

    async notified(app: Needs, name: string, token: string): Promise<Notified | null> {
      const row = await findAccountByToken(app.pool, name, token);
      if (!row) return null;
      const account = { processor: row.adapter, accountId: row.id };
      const gateways = [gatewayOf(app, row), formerGatewayOf(app, row)].filter((each) => each !== null);
      return { account, gateways };
    },

    sandbox(app: Needs, ref: AccountRef): Sandbox | null {
      return ref.processor === SANDBOX ? sandbox(app, guestKey(app, 'sandbox callback')) : null;
    },
  };
}

/**
 * Returns the sandbox for methods that no account takes, so that real money never reaches it because an account fails.
 */
function sandboxBeside(real: readonly Route[]): Route {
  const methods = Object.entries(SANDBOX_METHODS).filter(
    ([method]) => !real.some((route) => method in route.methods),
  );
  return { ...SANDBOX_ROUTE, methods: Object.fromEntries(methods) };
}

const SANDBOX_ROUTE: Route = {
  processor: SANDBOX,
  accountId: null,
  methods: SANDBOX_METHODS,
  notificationPath: `/pay/callbacks/${SANDBOX}`,
};
