// Measures what an idle product with demo data costs: processor time of the server with its job queues, and of PostgreSQL.
// `node bench/idle.mjs [seconds]`
import { setTimeout as pause } from 'node:timers/promises';
import { connect, databaseTime, processorTime, sized, startProduct, table } from './support.mjs';

const SECONDS = sized(Number(process.argv[2] ?? 60), 0.2);
/** Until the demo's first jobs, mails and statistics are done. */
const SETTLING_SECONDS = sized(60, 0.1);

const product = await startProduct({ role: 'all', settings: { DAFTAR_DEMO: 'yes' } });
const sql = connect(product.databaseUrl, 1);
const transactions = async () => {
  const [row] = await sql`
    select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`;
  return row.count;
};
await pause(SETTLING_SECONDS * 1000);
const before = {
  server: processorTime(product.pid),
  database: await databaseTime(sql),
  count: await transactions(),
};
await pause(SECONDS * 1000);
const server = processorTime(product.pid) - before.server;
const database = (await databaseTime(sql)) - before.database;
const count = (await transactions()) - before.count;
const share = (milliseconds) => `${(milliseconds / SECONDS / 10).toFixed(1)} %`;
table(`${SECONDS} idle seconds`, [
  { what: 'server with its jobs', 's of processor time': server / 1000, 'of a core': share(server) },
  { what: 'PostgreSQL', 's of processor time': database / 1000, 'of a core': share(database) },
  { what: 'transactions per second', 's of processor time': '', 'of a core': (count / SECONDS).toFixed(1) },
]);
await sql.end();
await product.stop();
