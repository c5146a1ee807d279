import type { FastifyInstance } from 'fastify';
import { registerAccount } from './account/index.ts';
import { isKey, KeyPrincipals, registerApiKeys } from './api-keys/index.ts';
import { registerApprovals } from './approvals/index.ts';
import { registerAudit } from './audit/routes.ts';
import type { Auth } from './auth/context.ts';
import { followChanges, Principals } from './auth/principals.ts';
import { registerAuth } from './auth/routes.ts';
import { AccessTokens } from './auth/tokens.ts';
import { registerCategories } from './categories/routes.ts';
import { registerChargebacks } from './chargebacks/index.ts';
import { registerPayPages } from './checkout/index.ts';
import { registerCustomers } from './customers/routes.ts';
import { registerDashboard } from './dashboard/routes.ts';
import { registerDocs } from './docs/pages.ts';
import { registerFiles } from './files/index.ts';
import { registerInvoices } from './invoices/index.ts';
import { registerKyc } from './kyc/index.ts';
import { registerLookups } from './lookups/routes.ts';
import { registerDevOutbox } from './messages/dev-outbox.ts';
import { NewsDesk } from './notifications/news.ts';
import { registerNotifications } from './notifications/routes.ts';
import { operatorsOf, registerOps, TicketDesk } from './ops/index.ts';
import { registerOrders } from './orders/index.ts';
import { registerPaymentLinks } from './payment-links/routes.ts';
import { registerPayouts } from './payouts/index.ts';
import type { App } from './platform/context.ts';
import type { Breaker } from './platform/db/breaker.ts';
import { registerConsole } from './platform/http/console.ts';
import { type Drain, registerDrain } from './platform/http/drain.ts';
import { registerGate } from './platform/http/gate.ts';
import type { Authenticate } from './platform/http/guard.ts';
import { type Readiness, registerHealth } from './platform/http/health.ts';
import { createMetrics, type Metrics } from './platform/http/metrics.ts';
import type { MountOptions } from './platform/http/mount.ts';
import { registerPortal } from './platform/http/portal.ts';
import { createHttpServer } from './platform/http/server.ts';
import { registerProducts } from './products/routes.ts';
import { registerProfile } from './profile/index.ts';
import { registerRefunds } from './refunds/index.ts';
import { registerSearch } from './search/routes.ts';
import { registerSettlements } from './settlements/index.ts';
import { registerSimulator } from './simulator/routes.ts';
import { registerStorefront } from './storefront/index.ts';
import { registerTeam } from './team/index.ts';
import { registerTickets } from './tickets/index.ts';
import { registerTransactions } from './transactions/routes.ts';
import { registerWebhooks } from './webhooks/index.ts';

export interface BuildOptions {
  app: App;
  /** The same for every process, but while one secret is replaced by another. */
  secrets: {
    /** Derives what outlives a change of `DAFTAR_SECRET`: refresh tokens, carts. */
    root: string;
    /** The first signs access tokens; those signed with any are taken. */
    signing: readonly [string, ...string[]];
  };
  /** Knows whether the database answers. */
  breaker: Pick<Breaker, 'open' | 'answers'>;
  /** What this process measures; shared when it is also told elsewhere. */
  metrics?: Metrics;
  /** Tests: every reply is also parsed by its schema. */
  strictReplies?: boolean;
}

/** The HTTP side of one process. */
export interface Built {
  server: FastifyInstance;
  auth: Auth;
  /** How to end it. */
  drain: Drain;
}

/** Requests under way at once for each connection of the pool; more are answered 503. */
const REQUESTS_PER_CONNECTION = 100;

/** The whole HTTP side: every noun mounted, nothing listening yet. */
export async function buildServer(options: BuildOptions): Promise<Built> {
  const { app, secrets, breaker } = options;
  const server = await createHttpServer(app.config, app.log);
  const drain = registerDrain(server);
  registerGate(server, breaker, app.config.databasePool * REQUESTS_PER_CONNECTION);
  const tokens = new AccessTokens(secrets.signing);
  const principals = new Principals(app, tokens);
  const keys = new KeyPrincipals(app);
  const auth: Auth = { tokens, principals, secret: secrets.root };
  const authenticate: Authenticate = (token) =>
    isKey(token) ? keys.authenticate(token) : principals.authenticate(token);
  const news = new NewsDesk(app, (session) => principals.current(session));
  const desk = new TicketDesk(app);
  for (const streams of [news, desk]) {
    drain.onEnding(() => streams.end());
    server.addHook('preClose', async () => streams.end());
  }
  const mountOptions: MountOptions = {
    app,
    authenticate,
    authenticateOperator: operatorsOf(app),
    strictReplies: options.strictReplies ?? false,
  };
  const readiness: Readiness = {
    databaseAnswers: async () => !breaker.open && breaker.answers(),
    ending: () => drain.ending,
  };
  registerHealth(server, readiness, options.metrics ?? createMetrics(app.pool, breaker));
  registerAuth(server, mountOptions, auth);
  registerLookups(server, mountOptions);
  registerPaymentLinks(server, mountOptions);
  registerInvoices(server, mountOptions);
  registerCustomers(server, mountOptions);
  registerTransactions(server, mountOptions);
  registerRefunds(server, mountOptions);
  registerPayouts(server, mountOptions);
  registerSettlements(server, mountOptions);
  registerChargebacks(server, mountOptions);
  registerApprovals(server, mountOptions);
  registerProducts(server, mountOptions);
  registerCategories(server, mountOptions);
  registerOrders(server, mountOptions);
  registerSimulator(server, mountOptions);
  registerDashboard(server, mountOptions);
  registerNotifications(server, mountOptions, news);
  registerTickets(server, mountOptions);
  registerOps(server, mountOptions, auth, desk);
  registerWebhooks(server, mountOptions);
  registerAudit(server, mountOptions);
  registerSearch(server, mountOptions);
  registerTeam(server, mountOptions, auth);
  registerProfile(server, mountOptions, auth);
  registerAccount(server, mountOptions, (merchant) => {
    principals.forget({ merchantId: merchant.merchantId });
    keys.forget(merchant);
  });
  registerApiKeys(server, mountOptions, keys);
  registerFiles(server, mountOptions);
  registerKyc(server, mountOptions);
  registerPayPages(server, app);
  registerDocs(server, app);
  registerStorefront(server, app, { secret: secrets.root });
  registerDevOutbox(server, app);
  await registerPortal(server);
  await registerConsole(server);
  const following = await principals.follow();
  const followingKeys = await keys.follow();
  const followingNews = await news.follow((heard) => followChanges(app, heard));
  const followingTickets = await desk.follow();
  server.addHook('onClose', async () => {
    await following.stop();
    await followingKeys.stop();
    await followingNews.stop();
    await followingTickets.stop();
  });
  return { server, auth, drain };
}
