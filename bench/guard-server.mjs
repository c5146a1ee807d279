// Mounts the list of transactions twice in one server: as in the product, and without session and permission. Built
// from the sources and run by `guard.mjs`.
import { transactions } from '@daftar/contract/transactions';
import { Principals } from '../server/src/auth/principals.ts';
import { AccessTokens } from '../server/src/auth/tokens.ts';
import { loadConfig } from '../server/src/config.ts';
import { connect } from '../server/src/platform/db/connect.ts';
import { Admission } from '../server/src/platform/http/admission.ts';
import { mount } from '../server/src/platform/http/mount.ts';
import { createHttpServer } from '../server/src/platform/http/server.ts';
import { createLog } from '../server/src/platform/log.ts';
import { systemClock } from '../server/src/platform/time/clock.ts';
import { listTransactions } from '../server/src/transactions/service.ts';

const config = loadConfig(process.env);
const log = createLog(config);
const pool = connect(config.databaseUrl);
const app = { db: pool, pool, clock: systemClock, config, log };
const principals = new Principals(app, new AccessTokens([config.secret]));
const server = await createHttpServer(config, log);
const options = {
  app,
  admission: new Admission(config),
  authenticate: (token, how) => principals.authenticate(token, how),
  authenticateOperator: async () => null,
};
const known = { merchantId: Number(process.env.MERCHANT), mode: 'live', locale: 'en' };
const { list } = transactions;
const answer = (caller, query) => listTransactions(app, caller, query.paging, query.filters);

mount(
  server,
  options,
  { guarded: { ...list, path: '/guarded' } },
  { guarded: ({ caller, query }) => answer(caller, query) },
);
mount(
  server,
  options,
  { open: { ...list, path: '/open', access: 'public', base: 'fixed' } },
  { open: ({ query }) => answer(known, query) },
);
await principals.follow();
await server.listen({ host: '127.0.0.1', port: config.port });
process.send('ready');
