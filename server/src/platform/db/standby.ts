import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { processMetrics } from '../metrics.ts';
import { addressesOf } from './addresses.ts';
import type { ConnectOptions, Sql } from './connect.ts';
import { classifyDbError } from './errors.ts';
import { patience } from './patience.ts';
import { type RenewablePool, renewablePool } from './renewable.ts';

/**
 * Milliseconds that a read waits for the standby to replay everything committed before the read; then the primary
 * serves it.
 */
const WAIT_MILLISECONDS = 100;
const POLL_MILLISECONDS = 4;
/** Milliseconds for the standby to report its position. */
const PATIENCE_MILLISECONDS = 500;
/**
 * Milliseconds for which the primary serves every read: after one waited in vain, and after the standby did not answer.
 */
const PAUSE_MILLISECONDS = { behind: 1_000, away: 5_000 };

/** `repeated`: started at the standby, which refused it or was lost. */
type Served = 'standby' | 'behind' | 'away' | 'repeated';

const reads = new Counter({
  name: 'daftar_standby_reads_total',
  help: 'Reads that may be made at a standby: made there, or at the primary because it was behind, away, or failed them',
  labelNames: ['served'],
  registers: [processMetrics],
});

/** The position of a database in its log: bytes of a timeline. */
interface Position {
  timeline: number;
  bytes: number;
}

/**
 * A question that many callers ask at the same time and that is sent once for all who asked before it was sent: the
 * answer to an earlier question may be older than what its caller has seen.
 */
class SharedQuestion<T> {
  readonly #question: () => Promise<T>;
  #underWay: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(question: () => Promise<T>) {
    this.#question = question;
  }

  ask(): Promise<T> {
    const before = this.#underWay;
    if (!before) return this.#send();
    this.#next ??= before
      .catch(() => {})
      .then(() => {
        this.#next = null;
        return this.#send();
      });
    return this.#next;
  }

  #send(): Promise<T> {
    const sent = this.#question().finally(() => {
      if (this.#underWay === sent) this.#underWay = null;
    });
    this.#underWay = sent;
    return sent;
  }
}

/** Options of {@link Standby}. */
export interface StandbyOptions {
  url: string;
  /** Options of its pool. */
  limits: ConnectOptions;
  /** Connections to the primary for short statements. */
  primary: Sql;
  log: Logger;
}

/** One server that may be a standby. */
interface Host {
  pool: RenewablePool;
  /** A separate connection, so that a busy pool is not mistaken for a standby that does not answer. */
  probe: RenewablePool;
}

/**
 * A streaming standby for read-only calls: it never returns anything older than what was committed when the read
 * arrived, whichever process wrote it (ADR 120). While the standby lags, does not answer or does not follow the
 * primary, the primary serves. Of several hosts one is used at a time, because the position of one says nothing about
 * another.
 */
export class Standby {
  readonly #log: Logger;
  readonly #hosts: readonly Host[];
  #at = 0;
  /** Number of consecutive unusable hosts. */
  #failed = 0;
  readonly #committed: SharedQuestion<Position>;
  readonly #replayed: SharedQuestion<(Position & { host: Host }) | null>;
  #avoidedUntil = Number.NEGATIVE_INFINITY;
  #avoidedAs: 'behind' | 'away' | null = null;
  /** True while a connection of the pool is being asked which server it leads to. */
  #isComparing = false;

  constructor({ url, limits, primary, log }: StandbyOptions) {
    this.#log = log;
    // Should a primary be at this address, after a mistake or a failover, it takes no writes through it either.
    const readOnly = { ...limits, readOnly: true };
    this.#hosts = addressesOf(url).map((address) => ({
      pool: renewablePool(address, { ...readOnly, applicationName: 'daftar reads' }),
      probe: renewablePool(address, { ...readOnly, max: 1, applicationName: 'daftar standby probe' }),
    }));
    this.#committed = new SharedQuestion(async () => {
      // Acknowledged commits are flushed; a standby cannot have what is not flushed yet.
      const [row] = await primary<Position[]>`
        select ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as timeline,
               pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as bytes`;
      return row!;
    });
    this.#replayed = new SharedQuestion(async () => {
      const host = this.#host;
      const [row] = await host.probe.sql<(Position & { isStandby: boolean; started: string })[]>`
        select pg_is_in_recovery() as "isStandby", (select received_tli from pg_stat_wal_receiver) as timeline,
               pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as bytes, pg_postmaster_start_time()::text as started`;
      void this.#compare(host, row?.started);
      return row?.isStandby ? { ...row, host } : null;
    });
  }

  /**
   * Reads at the standby, or at the primary if that is not possible. If the standby refuses or is lost, the read is
   * repeated at the primary, so `atStandby` must only read.
   */
  async read<T>(atStandby: (sql: Sql) => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
    const host = await this.#ready();
    if (!host) return atPrimary();
    try {
      const result = await atStandby(host.pool.sql);
      this.#count('standby');
      return result;
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      this.#count('repeated');
      return atPrimary();
    }
  }

  /** Closes its connections. */
  async end(): Promise<void> {
    const pools = this.#hosts.flatMap(({ pool, probe }) => [pool, probe]);
    await Promise.all(pools.map(({ sql }) => sql.end({ timeout: 2 })));
  }

  get #host(): Host {
    return this.#hosts[this.#at]!;
  }

  #count(served: Served): void {
    reads.inc({ served });
  }

  /** Returns the host that has, within a moment, everything committed before now; null if there is none. */
  async #ready(): Promise<Host | null> {
    const began = performance.now();
    if (this.#avoidedAs !== null && began < this.#avoidedUntil) {
      this.#count(this.#avoidedAs);
      return null;
    }
    // If the primary does not answer, the read itself reports the reason there.
    const committed = await this.#committed.ask().catch(() => null);
    if (!committed) return null;
    const host = this.#host;
    for (;;) {
      const replayed = await this.#ask(host);
      // Another read may have found the host unusable meanwhile; then the answer concerns the next host.
      if (replayed?.host !== host || replayed.timeline !== committed.timeline) return this.#leave(host);
      if (replayed.bytes >= committed.bytes) return this.#use(host);
      if (performance.now() - began > WAIT_MILLISECONDS) return this.#avoid('behind');
      await pause(POLL_MILLISECONDS);
    }
  }

  /** Returns a host's position; null if it does not answer in time, or follows no primary. */
  async #ask(host: Host): Promise<(Position & { host: Host }) | null> {
    const waiting = patience(PATIENCE_MILLISECONDS);
    const asked = this.#replayed.ask().catch(() => 'lost' as const);
    const answer = await Promise.race([asked, waiting.over]);
    waiting.end();
    if (answer !== 'lost' && answer !== 'late') return answer;
    // Reads in progress there fail at once and are repeated, instead of waiting for a machine that is gone.
    this.#renew(host);
    return null;
  }

  #renew({ pool, probe }: Host): void {
    for (const each of [pool, probe]) {
      each.cut();
      each.renew(0);
    }
  }

  /**
   * Abandons an address whose connections lead to several servers, such as a load balancer's, because the answer of one
   * does not apply to another.
   */
  async #compare(host: Host, started: string | undefined): Promise<void> {
    if (this.#isComparing || started === undefined) return;
    this.#isComparing = true;
    try {
      const [row] = await host.pool.sql<
        { started: string }[]
      >`select pg_postmaster_start_time()::text as started`;
      if (row?.started === started) return;
      this.#avoid('away');
      this.#log.error('an address of DATABASE_READ_URL leads to more than one server at a time');
      this.#renew(host);
    } catch {
      // Repeated with the next read.
    } finally {
      this.#isComparing = false;
    }
  }

  #use(host: Host): Host {
    if (this.#avoidedAs !== null) this.#log.info('reads are made at the standby again');
    this.#avoidedAs = null;
    this.#failed = 0;
    return host;
  }

  /** Moves to the next host; after all of them, the primary serves for a while. */
  #leave(host: Host): null {
    if (host === this.#host) {
      this.#at = (this.#at + 1) % this.#hosts.length;
      this.#failed += 1;
      if (this.#failed % this.#hosts.length === 0) return this.#avoid('away');
    }
    this.#count('away');
    return null;
  }

  #avoid(why: 'behind' | 'away'): null {
    if (this.#avoidedAs !== why)
      this.#log.warn({ why }, 'the primary serves what could be read at the standby');
    this.#avoidedAs = why;
    this.#avoidedUntil = performance.now() + PAUSE_MILLISECONDS[why];
    this.#count(why);
    return null;
  }
}

/** Returns whether the database or the connection to it failed, as opposed to a refusal by a service. */
const isOfDatabase = (error: unknown): boolean =>
  classifyDbError(error).kind !== 'other' || (error as { name?: unknown } | null)?.name === 'PostgresError';
