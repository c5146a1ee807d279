// The rehearsal of deploy/ha: faults under real payments, one after the other, and what became of each.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { lostPayments, mostFrequent, startLoad } from '../load.mjs';
import { until } from '../site.mjs';
import { FAULTS } from './faults.mjs';
import { pointInTime } from './point-in-time.mjs';
import { checkPrograms, removeCopyOf, startHaSite } from './site.mjs';

/** Not a fault, but rehearsed in the same way. */
const POINT_IN_TIME = 'point-in-time';
export const FAULT_NAMES = [...Object.keys(FAULTS), POINT_IN_TIME];
const QUEUES = ['jobs', 'schedules', 'webhooks'];
/** By when every queue looks for jobs again after the first acknowledged write. */
const QUEUE_GOAL_SECONDS = 10;
const CLIENTS = 4;
/** Between two payments of a client: the machine is to be watched, not filled. */
const REST_MILLISECONDS = 50;
const QUIET_MILLISECONDS = 4_000;

/** Reads, twice a second, when each queue of the worker last looked for jobs; keeps every such moment. */
function watchQueues(address) {
  const beats = Object.fromEntries(QUEUES.map((name) => [name, []]));
  let over = false;
  const watching = (async () => {
    while (!over) {
      const at = Date.now();
      const text = await fetch(address, { signal: AbortSignal.timeout(4_000) })
        .then((reply) => reply.text())
        .catch(() => '');
      for (const [, name, silent] of text.matchAll(/^daftar_queue_silent_seconds\{queue="(\w+)"\} (\S+)$/gm))
        beats[name]?.push(at - Number(silent) * 1000);
      await pause(500);
    }
  })();
  return {
    /** Seconds from a moment until every queue had looked for jobs; Infinity when one has not. */
    allAfter(moment) {
      const firsts = QUEUES.map((name) => Math.min(...beats[name].filter((beat) => beat >= moment)));
      return Math.max(0, (Math.max(...firsts) - moment) / 1000);
    },
    async end() {
      over = true;
      await watching;
    },
  };
}

/** The longest time between two acknowledged writes within [from, to], and when it ended. */
function longestGap(writes, from, to) {
  const within = writes.filter((at) => at > from && at < to).sort((a, b) => a - b);
  let longest = { seconds: 0, ended: from };
  let last = writes.filter((at) => at <= from).at(-1) ?? from;
  for (const at of [...within, to]) {
    if ((at - last) / 1000 > longest.seconds) longest = { seconds: (at - last) / 1000, ended: at };
    last = at;
  }
  return longest;
}

const ledgerCheck = (release, env) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['server/dist/ledger-check.js'], { cwd: release, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
    child.once('exit', (code) => resolve({ holds: code === 0, said: said.trim() }));
  });

/** How many acknowledged payments the database does not have as succeeded. */
function lostOf(site, tokens) {
  return tokens.length === 0 ? 0 : Number(site.psql(lostPayments(tokens)));
}

function kindsOf(failed) {
  const kinds = failed.map(({ what, why }) => `${what} ${/^\d{3}/.exec(why)?.[0] ?? why.slice(0, 40)}`);
  return mostFrequent(kinds, 6)
    .map(([kind, times]) => `${times} × ${kind}`)
    .join(', ');
}

/** Until the cluster is whole and stays so: some seconds after a network has healed it may change once more. */
async function untilWhole(site) {
  let times = 0;
  const stays = async () => {
    times = (await site.isWhole()) ? times + 1 : 0;
    if (times < 4) await pause(800);
    return times >= 4;
  };
  await until('a whole cluster', stays, 90_000);
}

/** Strikes, waits, mends; says what it cost. */
async function suffer(name, { site, load, release }) {
  const fault = FAULTS[name];
  await untilWhole(site);
  await pause(QUIET_MILLISECONDS);
  const { book } = load;
  const queues = watchQueues(site.workerMetrics);
  const before = { failed: book.failed.length, paid: book.payments.length, at: Date.now() };
  const outages = site.outages();
  const primary = await site.memberOf('leader');
  const struck = await fault.strike(site, release);
  await pause(fault.lasts);
  await fault.mend?.(site, struck);
  await pause(QUIET_MILLISECONDS);
  // The queues get the time that they may take.
  const soFar = longestGap(book.writes, before.at, Date.now());
  await pause(Math.max(0, soFar.ended + QUEUE_GOAL_SECONDS * 1000 - Date.now()));
  const to = Date.now();
  const gap = longestGap(book.writes, before.at, to);
  await queues.end();
  const failed = book.failed.slice(before.failed);
  const said = kindsOf(failed);
  if (said) console.log(`   failed: ${said}`);
  const whole = await untilWhole(site).then(
    () => true,
    () => false,
  );
  const queue = queues.allAfter(gap.seconds > 1 ? gap.ended : before.at);
  const moved = (await site.memberOf('leader')) !== primary;
  const lost = lostOf(site, book.payments);
  const ledger = await ledgerCheck(release, site.toolEnv);
  if (!ledger.holds) console.log(ledger.said);
  const holds =
    lost === 0 &&
    ledger.holds &&
    whole &&
    queue <= QUEUE_GOAL_SECONDS &&
    gap.seconds <= (fault.goal ?? Number.POSITIVE_INFINITY) &&
    !(fault.noFailure && failed.length > 0) &&
    !(fault.moves && !moved);
  return {
    fault: name,
    primary: moved ? 'moved' : 'stayed',
    'without writes, s': gap.seconds.toFixed(1),
    goal: fault.goal ?? (fault.noFailure ? 'none fails' : ''),
    failed: failed.length,
    paid: book.payments.length - before.paid,
    lost,
    ledger: ledger.holds ? 'holds' : 'DIFFERS',
    'queues after, s': queue.toFixed(1),
    'breaker opened': site.outages() - outages,
    holds: holds ? 'yes' : 'NO',
  };
}

/**
 * Checks that a rehearsal can begin, before anything is built or started.
 * @param {string[]} asked names of faults; none for all
 * @returns the faults to rehearse
 * @throws Error with one sentence: an unknown fault, or programs that are missing
 */
export function prepareHa(asked) {
  const faults = asked.length > 0 ? asked : FAULT_NAMES;
  const unknown = faults.find((name) => !FAULT_NAMES.includes(name));
  if (unknown) throw new Error(`There is no fault ${unknown}; there are ${FAULT_NAMES.join(', ')}.`);
  checkPrograms({ archive: faults.includes(POINT_IN_TIME) });
  return faults;
}

/**
 * Rehearses faults.
 * @param faults as {@link prepareHa} returned them
 * @returns what did not hold
 */
export async function rehearseHa({ release, faults, direct, atStart = () => {} }) {
  const archive = faults.includes(POINT_IN_TIME);
  const site = await startHaSite({ release, direct, archive });
  const rows = [];
  const moments = [];
  atStart(site.stop);
  try {
    const load = await startLoad(site.origin, {
      clients: CLIENTS,
      rest: REST_MILLISECONDS,
      outbox: site.outbox,
    });
    for (const name of faults) {
      if (name === POINT_IN_TIME) {
        moments.push(...(await pointInTime({ site, load, release })));
        continue;
      }
      console.log(`${name}: ${FAULTS[name].says}`);
      const row = await suffer(name, { site, load, release });
      console.log(`   ${JSON.stringify(row)}`);
      rows.push(row);
    }
    await load.end();
    const waiting = () =>
      Number(site.psql('select count(*) from graphile_worker._private_jobs where run_at <= now()'));
    await until('the queue to be empty', () => waiting() === 0, 30_000).catch(() => {});
    const { payments } = load.book;
    const end = {
      lost: lostOf(site, payments),
      waiting: waiting(),
      ledger: await ledgerCheck(release, site.toolEnv),
    };
    if (rows.length > 0) console.table(rows);
    if (moments.length > 0) console.table(moments);
    console.log(
      `${payments.length} payments acknowledged, ${end.lost} lost; ${end.waiting} jobs left behind; ${end.ledger.said}`,
    );
    const wrong = [...rows, ...moments]
      .filter(({ holds }) => holds === 'NO')
      .map((row) => row.fault ?? row.what);
    if (end.lost > 0) wrong.push('payments are lost');
    if (end.waiting > 0) wrong.push('jobs are left behind');
    if (!end.ledger.holds) wrong.push('the ledger');
    return wrong;
  } finally {
    await site.stop();
    removeCopyOf(release);
  }
}
