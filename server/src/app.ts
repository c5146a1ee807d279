import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { registerAccount } from './account/routes.ts';
import { KeyPrincipals } from './api-keys/principals.ts';
import { registerApiKeys } from './api-keys/routes.ts';
import { isKey } from './api-keys/rules.ts';
import { registerApprovals } from './approvals/routes.ts';
import { registerAudit } from './audit/routes.ts';
import type { Auth } from './auth/context.ts';
import { followChanges, Principals } from './auth/principals.ts';
import { registerAuth } from './auth/routes.ts';
import { AccessTokens } from './auth/tokens.ts';
import { registerBrand } from './brand/routes.ts';
import { registerCategories } from './categories/routes.ts';
import { registerChargebacks } from './chargebacks/index.ts';
import { registerPayPages } from './checkout/index.ts';
import { registerCompanySignIn } from './company-sign-in/routes.ts';
import { registerCustomers } from './customers/routes.ts';
import { registerDashboard } from './dashboard/routes.ts';
import './discrepancies/index.ts';
import { registerBalance } from './balance/routes.ts';
import { registerDocs } from './docs/pages.ts';
import { registerTlsQuestion } from './domains/public.ts';
import { atStrangeHosts, learnHosts, registerDomainHosts } from './domains/requests.ts';
import { registerDomains } from './domains/routes.ts';
import { registerEmbedScript } from './embedding/public.ts';
import { registerEmbedding } from './embedding/routes.ts';
import { expand } from './expand/service.ts';
import { registerFeeInvoices } from './fee-invoices/index.ts';
import { registerFiles } from './files/index.ts';
import { registerFormTemplates } from './form-templates/routes.ts';
import { registerInvoices } from './invoices/index.ts';
import { registerKeyRequests } from './key-requests/routes.ts';
import { registerKyc } from './kyc/routes.ts';
import { registerLookups } from './lookups/routes.ts';
import { registerMcp } from './mcp/routes.ts';
import { registerMemberships } from './memberships/routes.ts';
import { registerDevOutbox } from './messages/dev-outbox.ts';
import { EventHub } from './notifications/event-hub.ts';
import { registerNotifications } from './notifications/routes.ts';
import { operatorsOf, registerOps, TicketDesk } from './ops/index.ts';
import { registerOrders } from './orders/index.ts';
import { registerPaymentLinks } from './payment-links/routes.ts';
import { registerPayouts } from './payouts/index.ts';
import type { App } from './platform/context.ts';
import type { Breaker } from './platform/db/breaker.ts';
import { relayNotifyOutbox } from './platform/db/notify-outbox.ts';
import type { WriteProbe } from './platform/db/write-probe.ts';
import { Admission } from './platform/http/admission.ts';
import { registerConsole } from './platform/http/console.ts';
import { type Drain, registerDrain } from './platform/http/drain.ts';
import { registerGate } from './platform/http/gate.ts';
import type { Authenticate } from './platform/http/guard.ts';
import { Guesses } from './platform/http/guesses.ts';
import { type Readiness, registerHealth } from './platform/http/health.ts';
import { createMetrics, type Metrics } from './platform/http/metrics.ts';
import type { MountOptions } from './platform/http/mount.ts';
import { registerPastedLinks } from './platform/http/pasted.ts';
import { registerPortal } from './platform/http/portal.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Pulse } from './platform/jobs/pulse.ts';
import { registerProducts } from './products/routes.ts';
import { registerProfile } from './profile/routes.ts';
import { registerPush } from './push/routes.ts';
import { registerRefunds } from './refunds/index.ts';
import { registerReports } from './reports/index.ts';
import { followRequests } from './request-log/requests.ts';
import { registerRequestLog } from './request-log/routes.ts';
import { registerReserve } from './reserve/routes.ts';
import { registerSavedViews } from './saved-views/routes.ts';
import { registerScim } from './scim/routes.ts';
import { registerSearch } from './search/routes.ts';
import type { Secrets } from './secrets.ts';
import { registerSettlements } from './settlements/index.ts';
import { registerSimulator } from './simulator/routes.ts';
import { registerStatus } from './status/pages.ts';
import { countRequests } from './status/requests.ts';
import { registerStorefront } from './storefront/pages.ts';
import { registerSearchEngines } from './storefront/public.ts';
import { registerTeam } from './team/index.ts';
import { registerTickets } from './tickets/index.ts';
import { registerTransactions } from './transactions/routes.ts';
import { registerUnsubscribe } from './unsubscribe/pages.ts';
import { registerWebhooks } from './webhooks/routes.ts';

export interface BuildOptions {
  app: App;
  /** The same for every process, except while a secret is being replaced. */
  secrets: Pick<Secrets, 'root' | 'signing'>;
  /** Resolves when database and secrets are open; requests wait for it. By default they are open. */
  open?: Promise<void>;
  /** Tells whether the database answers. */
  breaker: Pick<Breaker, 'open' | 'answers'>;
  /** Tells whether the database commits; by default it does. */
  writes?: Pick<WriteProbe, 'stalled'>;
  /** The metrics of this process, shared with its other listener. */
  metrics?: Metrics;
  /** The job queues of this process (default: none); more may be added while it starts. */
  queues?: readonly Pulse[];
  /** For tests: validates every reply against its schema. */
  strictReplies?: boolean;
}

/** The HTTP side of a process. */
export interface Built {
  server: FastifyInstance;
  auth: Auth;
  /** Shuts it down gracefully. */
  drain: Drain;
}

/** Concurrent requests per connection of the pool; more are answered 503. */
const REQUESTS_PER_CONNECTION = 100;

/** Nouns that are mounted without further options. */
const NOUNS = [
  registerLookups,
  registerPaymentLinks,
  registerInvoices,
  registerCustomers,
  registerTransactions,
  registerRefunds,
  registerPayouts,
  registerSettlements,
  registerReserve,
  registerBalance,
  registerFeeInvoices,
  registerReports,
  registerChargebacks,
  registerApprovals,
  registerProducts,
  registerCategories,
  registerOrders,
  registerSimulator,
  registerDashboard,
  registerTickets,
  registerWebhooks,
  registerAudit,
  registerSavedViews,
  registerPush,
  registerFormTemplates,
  registerSearch,
  registerFiles,
  registerKyc,
  registerBrand,
  registerDomains,
  registerEmbedding,
];

/** Builds the HTTP side with every noun mounted; does not listen yet. */
export async function buildServer(options: BuildOptions): Promise<Built> {
  const { app, secrets, breaker, writes = { stalled: false } } = options;
  const server = await createHttpServer(app.config, app.log);
  const drain = registerDrain(server);
  const most = app.config.databasePool * REQUESTS_PER_CONNECTION;
  registerPastedLinks(server);
  registerGate(server, breaker, writes, most, atStrangeHosts(app.config));
  const guesses = new Guesses(app);
  registerDomainHosts(server, app, guesses);
  const admission = new Admission(app.config);
  admission.register(server);
  const tokens = new AccessTokens(secrets.signing);
  const principals = new Principals(app, tokens);
  const keys = new KeyPrincipals(app, guesses);
  const auth: Auth = {
    tokens,
    principals,
    get secret() {
      return secrets.root;
    },
  };
  const authenticate: Authenticate = (token, how) =>
    isKey(token) ? keys.authenticate(token, how) : principals.authenticate(token, how);
  const news = new EventHub(app, (session) => principals.current(session, { isFresh: true }));
  const desk = new TicketDesk(app);
  for (const streams of [news, desk]) {
    drain.onEnding(() => streams.end());
    server.addHook('preClose', async () => streams.end());
  }
  const mountOptions: MountOptions = {
    app,
    authenticate,
    authenticateOperator: operatorsOf(app, guesses),
    guesses,
    admission,
    expand,
    strictReplies: options.strictReplies ?? false,
  };
  const readiness: Readiness = {
    databaseAnswers: async () => !breaker.open && breaker.answers(),
    databaseWrites: () => !writes.stalled,
    ending: () => drain.ending,
    queues: options.queues ?? [],
  };
  registerHealth(server, readiness, options.metrics ?? createMetrics(app.pool, breaker));
  countRequests(server, isKey);
  registerRequestLog(server, mountOptions, followRequests(server, app));
  registerAuth(server, mountOptions, auth);
  for (const register of NOUNS) {
    register(server, mountOptions);
    // Yields, so that the database continues to open.
    await turn();
  }
  registerNotifications(server, mountOptions, news);
  registerOps(server, mountOptions, auth, desk);
  registerTeam(server, mountOptions, auth, (merchant) => keys.evict(merchant));
  registerProfile(server, mountOptions, auth);
  registerMemberships(server, mountOptions, auth);
  registerCompanySignIn(server, mountOptions, auth);
  registerScim(server, mountOptions, auth, (merchant) => keys.evict(merchant));
  registerAccount(server, mountOptions, (merchant) => {
    principals.evict({ merchantId: merchant.merchantId });
    keys.evict(merchant);
  });
  registerApiKeys(server, mountOptions, keys);
  registerKeyRequests(server, mountOptions, keys);
  registerPayPages(server, app);
  registerEmbedScript(server);
  registerDocs(server, app);
  registerStatus(server, app, breaker);
  registerMcp(server, mountOptions);
  registerStorefront(server, app, auth);
  registerSearchEngines(server, app);
  registerTlsQuestion(server, app);
  registerUnsubscribe(server, app);
  registerDevOutbox(server, app);
  await registerPortal(server);
  await registerConsole(server);
  await options.open;
  await Promise.all([keys.learn(), learnHosts(app, guesses)]).catch((error: unknown) =>
    app.log.warn({ err: error }, 'the keys and hosts in use were not learnt'),
  );
  const following = await Promise.all([
    principals.follow(),
    keys.follow(),
    news.follow((heard) => followChanges(app, heard)),
    desk.follow(),
    relayNotifyOutbox(app),
  ]);
  server.addHook('onClose', async () => {
    for (const each of following) await each.stop();
  });
  return { server, auth, drain };
}
