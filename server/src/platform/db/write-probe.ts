import pg from 'pg';
import type { Logger } from 'pino';
import type { Breaker } from './breaker.ts';
import { patience } from './patience.ts';
import { Sockets } from './sockets.ts';
import { writableAddress } from './writable-address.ts';

/** A row written by any process within this time counts as a commit, so all processes together write no more often. */
const FRESH_SECONDS = 5;
const PAUSE_MILLISECONDS = { committing: 5_000, doubtful: 1_000 };
/** The deadline for a commit, which normally takes milliseconds. */
const PATIENCE_MILLISECONDS = 3_000;
/** Number of consecutive late commits that are tolerated, because the disk may be busy. */
const LATE_AT_MOST = 1;

const FRESH = `select from write_probe where at > now() - interval '${FRESH_SECONDS} seconds'`;
/**
 * One multi-statement query, so that the timeout also applies behind a transaction pooler. The timeout cancels a write that
 * waits for the row lock of another process's uncommitted write; it does not apply to the commit itself.
 */
const WRITE = `begin;
  set local statement_timeout = ${PATIENCE_MILLISECONDS};
  insert into write_probe (at) values (now()) on conflict (one) do update set at = excluded.at;
  commit`;

/** SQLSTATEs of a write that timed out on the row lock. */
const WAITED = new Set(['55P03', '57014']);
/** SQLSTATEs of a server that answers but cannot write: a standby, a full disk. */
const REFUSALS = new Set(['25006', '53100']);

export interface WriteProbeOptions {
  log: Logger;
  /** Decides whether the database answers at all. */
  breaker: Pick<Breaker, 'open' | 'answers'>;
  /** The database stopped committing: fail the requests that wait for a commit. */
  onStall: () => void;
}

type Outcome = 'committed' | 'late' | 'refused' | 'unknown';

/** A connection for probe writes, unusable after any outcome but a commit. */
class Writer {
  readonly #sockets = new Sockets();
  readonly #url: string;
  #client: pg.Client | null = null;
  #usable = true;
  #writing = false;
  /** The outcome of the last write. */
  outcome: Promise<Outcome> = Promise.resolve('unknown');

  constructor(url: string) {
    this.#url = url;
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** True while the write itself is in progress, not just the connection or the check before it. */
  get writing(): boolean {
    return this.#writing;
  }

  /** Writes `always`, or unless a fresh row exists. Call again only after a commit. */
  write(always: boolean): Promise<Outcome> {
    this.outcome = this.#write(always);
    return this.outcome;
  }

  cut(): void {
    this.#usable = false;
    this.#writing = false;
    this.#sockets.cut();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: await writableAddress(this.#url),
      application_name: 'daftar write probe',
      stream: () => this.#sockets.make(),
    });
    client.on('error', () => this.cut());
    await client.connect();
    return client;
  }

  async #write(always: boolean): Promise<Outcome> {
    try {
      this.#client ??= await this.#connect();
      if (always || (await this.#client.query(FRESH)).rowCount === 0) {
        this.#writing = this.#usable;
        await this.#client.query(WRITE);
        this.#writing = false;
      }
      return 'committed';
    } catch (error) {
      const wrote = this.#writing;
      this.cut();
      const code = String((error as { code?: unknown }).code);
      if (wrote && WAITED.has(code)) return 'late';
      return REFUSALS.has(code) ? 'refused' : 'unknown';
    }
  }
}

/** Resolves with the first commit; without one, when all have ended, with an outcome other than `unknown` if any. */
async function bestOf(outcomes: Promise<Outcome>[]): Promise<Outcome> {
  const commit = (outcome: Promise<Outcome>) =>
    outcome.then((each) => (each === 'committed' ? each : Promise.reject(each)));
  try {
    return await Promise.any(outcomes.map(commit));
  } catch {
    const all = await Promise.all(outcomes);
    return all.find((each) => each !== 'unknown') ?? 'unknown';
  }
}

/**
 * Watches over its own connection whether the database commits; the breaker only sees whether it answers. While a
 * synchronous standby does not respond, the primary answers but commits nothing.
 *
 * A commit that waits for a standby cannot be undone: it is already on the primary, and cancelling it would report it as
 * committed without replication. So a late commit is awaited, and its end shows that writing works again. In case only its
 * connection died, a new connection writes the same row in each round: if the database is stalled, that write waits for
 * the row lock and times out, so that commits do not pile up.
 */
export class WriteProbe {
  readonly #url: string;
  readonly #options: WriteProbeOptions;
  /** The writer whose commit is late. */
  #waiting: Writer | null = null;
  #writer: Writer | null = null;
  /** Number of consecutive late commits. */
  #lates = 0;
  #stalled = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, options: WriteProbeOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** Returns whether the database is known not to commit. */
  get stalled(): boolean {
    return this.#stalled;
  }

  /** Starts watching; the table `write_probe` must exist. */
  watch(): void {
    void this.#round();
  }

  /** Cuts the connections and discards their outcomes: after an outage neither can be trusted. */
  drop(): void {
    this.#waiting?.cut();
    this.#writer?.cut();
    this.#waiting = null;
    this.#writer = null;
    this.#lates = 0;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.drop();
  }

  get #doubtful(): boolean {
    return this.#stalled || this.#lates > 0;
  }

  async #round(): Promise<void> {
    if (!this.#options.breaker.open) await this.#look();
    if (this.#stopped) return;
    const pause = this.#doubtful ? PAUSE_MILLISECONDS.doubtful : PAUSE_MILLISECONDS.committing;
    this.#timer = setTimeout(() => void this.#round(), pause).unref();
  }

  async #look(): Promise<void> {
    const waiting = this.#waiting;
    const writer = this.#writer?.usable ? this.#writer : new Writer(this.#url);
    this.#writer = writer;
    const written = writer.write(this.#doubtful);
    const patient = patience(PATIENCE_MILLISECONDS);
    const ends = bestOf(waiting ? [waiting.outcome, written] : [written]);
    const outcome = await Promise.race([ends, patient.over]);
    patient.end();
    // `drop` or `stop` was called meanwhile, so the outcome is about lost connections.
    if (this.#stopped || this.#writer !== writer) return;
    if (outcome === 'committed') {
      this.#keep(waiting, writer);
      this.#record(true);
      return;
    }
    // Only a late write counts: a late connection or read says nothing about writing.
    const late = outcome === 'late' && (waiting?.writing || writer.writing || !writer.usable);
    this.#leave(waiting, writer);
    if (outcome === 'refused') this.#lates = LATE_AT_MOST + 1;
    else if (late) this.#lates += 1;
    else return;
    await this.#suspect();
  }

  /** Keeps the writer that has committed and cuts the other. */
  #keep(waiting: Writer | null, writer: Writer): void {
    const done = waiting?.usable && !waiting.writing ? waiting : writer;
    for (const each of [waiting, writer]) if (each !== done) each?.cut();
    this.#waiting = null;
    this.#writer = done;
    this.#lates = 0;
  }

  /** Keeps waiting for the first late commit and cuts the other writer. */
  #leave(waiting: Writer | null, writer: Writer): void {
    const late = [waiting, writer].find((each) => each?.writing) ?? null;
    if (writer !== late) writer.cut();
    this.#waiting = late;
    this.#writer = null;
  }

  async #suspect(): Promise<void> {
    if (this.#lates <= LATE_AT_MOST) return;
    // An unreachable database, or one whose connections were just lost, is reported by the breaker.
    const answers = await this.#options.breaker.answers();
    if (answers && !this.#stopped && this.#lates > LATE_AT_MOST) this.#record(false);
  }

  #record(commits: boolean): void {
    const { log, onStall } = this.#options;
    if (commits === !this.#stalled) return;
    this.#stalled = !commits;
    if (commits) {
      log.warn('the database commits again');
    } else {
      log.error('the database answers but commits nothing: what would write is answered 503 until it does');
      onStall();
    }
  }
}
