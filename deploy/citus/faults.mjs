// What becomes of payments on a cluster while a machine joins it, and while machines die: parts `grow` and `fail` of the rehearsal.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mostFrequent, startLoad } from '../rehearsal/load.mjs';
import { prepare, query } from './cluster.mjs';
import { connected } from './database.mjs';

const CLIENTS = 4;
/** Between two payments of a client: the machine is to be watched, not filled. */
const REST_MILLISECONDS = 50;
const WAIT_MILLISECONDS = 90_000;

/** Waits until something is true. @returns the seconds it took @throws Error when it never is */
async function until(what, isTrue, milliseconds = WAIT_MILLISECONDS) {
  const began = Date.now();
  for (;;) {
    if (await isTrue()) return (Date.now() - began) / 1000;
    if (Date.now() - began > milliseconds) throw new Error(`waited in vain: ${what}`);
    await pause(200);
  }
}

/** What of the load failed since, by what it was. */
function failedSince(book, before) {
  const kinds = book.failed
    .slice(before)
    .map(({ what, why }) => `${what} ${/^\d{3}/.exec(why)?.[0] ?? why.slice(0, 40)}`);
  return mostFrequent(kinds, 6)
    .map(([kind, times]) => `${times} × ${kind}`)
    .join(', ');
}

/** Says what became of the load during a work, and how long until payments were acknowledged again after it. */
async function under(load, work) {
  const { book } = load;
  const before = { answered: book.answered, failed: book.failed.length };
  const said = await work();
  const paid = book.payments.length;
  const again = await until('payments again', () => book.payments.length >= paid + CLIENTS);
  const failed = book.failed.length - before.failed;
  const unclear = book.failed
    .slice(before.failed)
    .filter(({ why }) => /^5\d\d/.test(why) && !why.startsWith('503'));
  if (unclear.length > 0)
    throw new Error(`${unclear.length} faults of the server: ${failedSince(book, before.failed)}`);
  return (
    `${said ? `${said}; ` : ''}${book.answered - before.answered} requests answered, ${failed} failed` +
    `${failed > 0 ? ` (${failedSince(book, before.failed)})` : ''}; ${CLIENTS} payments more after ${again.toFixed(1)} s`
  );
}

/** Begins the load and lets it run a little. */
async function begin(origins, first) {
  const load = await startLoad(origins, { clients: CLIENTS, rest: REST_MILLISECONDS, first });
  await until('the first payments', () => load.book.payments.length >= CLIENTS);
  return load;
}

/** Every acknowledged payment is there, its job has run, and what that queued too. */
async function nothingLost(of, { url, step, load }) {
  const { book } = load;
  const succeeded = () =>
    connected(url, (client) =>
      client.query(
        "select merchant_id, transaction_id from payment_attempts where token = any ($1) and state = 'succeeded'",
        [book.payments],
      ),
    );
  const { rows } = (await step(`${of}: no acknowledged payment is lost`, async () => {
    const found = await succeeded();
    if (found.rows.length !== book.payments.length)
      throw new Error(`${found.rows.length} of ${book.payments.length}`);
    return found;
  })) ?? { rows: [] };
  await step(`${of}: each has its receipt, and none waits`, async () => {
    const receipts = async () => {
      const sent = await query(
        url,
        "select dedupe_key as key from messages where dedupe_key like 'receipt:email:%' and state <> 'queued'",
      );
      const keys = new Set(sent.map(({ key }) => key));
      return rows.filter(({ transaction_id: id }) => !keys.has(`receipt:email:${id}`)).length;
    };
    await until('receipts', async () => (await receipts()) === 0).catch(async (error) => {
      throw new Error(`${error.message}: ${await receipts()} of ${rows.length} have none`);
    });
    return `${rows.length} payments`;
  });
}

/** One more worker while payments go on. @param counted counts the rows of merchants who are left alone meanwhile */
export async function grow({ cluster, url, origins, step, counted }) {
  const before = await counted();
  const load = await step('grow: payments begin', () => begin(origins, 101));
  if (!load) return;
  const name = new URL(url).pathname.slice(1);
  await step('grow: a third worker joins', () =>
    under(load, async () => {
      const machine = await cluster.another();
      await prepare(machine, name);
      await query(url, `select citus_add_node('127.0.0.1', ${machine.port})`);
    }),
  );
  await step('grow: merchants move to it', () =>
    under(load, async () => {
      await query(url, 'select citus_rebalance_start()');
      const state = async () => {
        const [job] = await query(url, 'select state, details from citus_rebalance_status()');
        if (!['scheduled', 'running', 'finished'].includes(job.state))
          throw new Error(`${job.state} ${JSON.stringify(job.details)}`);
        return job.state;
      };
      const took = await until('the end of moving', async () => (await state()) === 'finished', 240_000);
      const places = await query(
        url,
        `select nodeport as port, count(distinct shardid)::int as parts from citus_shards where table_name = 'transactions'::regclass
          group by 1 order by 1`,
      );
      if (places.length !== 3) throw new Error(JSON.stringify(places));
      return `${took.toFixed(0)} s, parts of a table on each: ${places.map(({ parts }) => parts).join(', ')}`;
    }),
  );
  await load.end();
  await nothingLost('grow', { url, step, load });
  await step('grow: merchants who were left alone have all their rows', async () => {
    const now = new Map((await counted()).map((each) => [each.name, each.n]));
    // Jobs add to them: settlements are due, mails are sent.
    const other = before.filter(({ name: table, n }) => now.get(table) < n);
    if (other.length > 0)
      throw new Error(other.map((each) => `${each.name} ${each.n} ${now.get(each.name)}`).join());
    return String(before.reduce((sum, { n }) => sum + n, 0));
  });
}

/** A worker dies under payments, then the coordinator; both come back as after a loss of power. */
export async function fail({ cluster, url, origins, step }) {
  const [coordinator, worker] = cluster.machines;
  const load = await step('fail: payments begin', () => begin(origins, 201));
  if (!load) return;
  for (const machine of [worker, coordinator])
    await step(`fail: ${machine.name} dies and comes back`, () =>
      under(load, async () => {
        await pause(4_000);
        await machine.kill();
        await pause(2_000);
        await machine.start();
      }),
    );
  await load.end();
  await step('fail: transactions that were prepared are ended', async () => {
    const [{ n }] = await query(url, 'select recover_prepared_transactions() as n');
    for (const machine of cluster.machines) {
      const left = await query(`${machine.url}postgres`, 'select gid from pg_prepared_xacts');
      if (left.length > 0) throw new Error(`${left.length} at ${machine.name}`);
    }
    return `${n} of them by hand`;
  });
  await nothingLost('fail', { url, step, load });
  await step('fail: rows at a worker and jobs of one transaction, or neither', () =>
    bothOrNeither(coordinator, url),
  );
}

/**
 * Transactions that write at a worker and add a job, while the coordinator dies. Its commits wait a tenth of a second for each other, so
 * that it dies between a worker's commit and its own. @returns how many were compared
 */
async function bothOrNeither(coordinator, url) {
  await query(
    url,
    'create table rehearsed (merchant_id bigint, id uuid, primary key (merchant_id, id))',
    "select create_distributed_table('rehearsed', 'merchant_id', colocate_with := 'transactions')",
  );
  for (const setting of ['fsync = on', 'commit_delay = 100000', 'commit_siblings = 0'])
    await query(url, `alter system set ${setting}`);
  await query(url, 'select pg_reload_conf()');
  let [acknowledged, recovered] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    let isOver = false;
    const client = (merchant) =>
      connected(url, async (connection) => {
        while (!isOver) {
          const id = randomUUID();
          await connection.query('begin');
          await connection.query('insert into rehearsed values ($1, $2)', [merchant, id]);
          await connection.query(
            "select add_plain_job(0, 'rehearsed', json_build_object('id', $1::text), 0)",
            [id],
          );
          await connection.query('commit');
          acknowledged += 1;
        }
      }).catch(() => {});
    const clients = [1, 2, 3, 4, 5, 6, 7, 8].map(client);
    await pause(2_000);
    await coordinator.kill();
    isOver = true;
    await Promise.all(clients);
    await coordinator.start();
    recovered += (await query(url, 'select recover_prepared_transactions() as n'))[0].n;
  }
  const ids = async (sql) => new Set((await query(url, sql)).map(({ id }) => id));
  const rows = await ids('select id::text from rehearsed');
  const jobs = await ids("select payload ->> 'id' as id from graphile_worker._private_jobs");
  const lost = [...rows].filter((id) => !jobs.has(id)).length;
  if (lost > 0 || rows.size < acknowledged)
    throw new Error(`${rows.size} rows of ${acknowledged}, ${lost} without their job`);
  return `${rows.size} transactions, ${recovered} of them ended after the crash`;
}
