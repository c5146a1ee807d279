// Hands on what the machines of merchants wrote down for servers and the queue (outbox.sql): once a second, oldest first, on the
// coordinator. Each is taken away in the transaction that hands it on, so that none is lost; several may run, one at a time works.
//   Usage: DATABASE_URL=postgres://…/daftar node deploy/citus/relay.mjs
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connected } from './database.mjs';

/** The key of the lock that lets one relay work, an arbitrary number. */
const LOCK = 4_610_072_318;

/** Hands on what waits. @returns how many */
export async function relayOnce(client) {
  await client.query('begin');
  try {
    const {
      rows: [{ mine }],
    } = await client.query(`select pg_try_advisory_xact_lock(${LOCK}) as mine`);
    const { rows } = mine
      ? await client.query(`with gone as (delete from relayed returning at, channel, job, payload)
          select channel, job, payload from gone order by at`)
      : { rows: [] };
    for (const { channel, job, payload } of rows) {
      const text = JSON.stringify(payload);
      if (channel) await client.query('select pg_notify($1, $2)', [channel, text]);
      else await client.query('select graphile_worker.add_job($1, $2::json)', [job, text]);
    }
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Relays until the signal is aborted, also when the coordinator was away meanwhile. */
export async function relay(url, signal, log = () => {}) {
  while (!signal.aborted) {
    await connected(url, async (client) => {
      while (!signal.aborted) {
        await relayOnce(client);
        await pause(1_000, undefined, { signal }).catch(() => {});
      }
    }).catch((error) => log(`The relay tries again in a second: ${error.message}`));
    await pause(1_000, undefined, { signal }).catch(() => {});
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ending = new AbortController();
  for (const each of ['SIGTERM', 'SIGINT']) process.on(each, () => ending.abort());
  await relay(process.env.DATABASE_URL, ending.signal, console.error);
}
