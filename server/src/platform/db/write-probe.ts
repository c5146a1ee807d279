import pg from 'pg';
import type { Logger } from 'pino';
import type { Breaker } from './breaker.ts';
import { patience } from './patience.ts';
import { Sockets } from './sockets.ts';

/** A row written by anybody so shortly ago says enough. So all processes together write no more often. */
const FRESH_SECONDS = 5;
const PAUSE_MILLISECONDS = { committing: 5_000, doubtful: 1_000 };
/** A commit takes milliseconds; one that takes longer waits for something. */
const PATIENCE_MILLISECONDS = 3_000;
/** Once may be a disk that is busy. */
const LATE_AT_MOST = 1;

const FRESH = `select from write_probe where at > now() - interval '${FRESH_SECONDS} seconds'`;
/**
 * One text, so that the limit holds behind a pooler of transactions too. It ends who waits for the row, which another
 * process has written and cannot commit; a commit that waits itself is under no limit.
 */
const WRITE = `begin;
  set local statement_timeout = ${PATIENCE_MILLISECONDS};
  insert into write_probe (at) values (now()) on conflict (one) do update set at = excluded.at;
  commit`;

/** What the server ends a write with that waited for the row. */
const WAITED = new Set(['55P03', '57014']);
/** What it refuses one with when it can answer and cannot write: a standby, a full disk. */
const REFUSALS = new Set(['25006', '53100']);

export interface WriteProbeOptions {
  log: Logger;
  /** Whether the database answers at all is its matter. */
  breaker: Pick<Breaker, 'open' | 'answers'>;
  /** Nothing is committed any more: give up what waits for it. */
  onStall: () => void;
}

type Outcome = 'committed' | 'late' | 'refused' | 'unknown';

/** One connection that writes; it is of no use any more after anything but a commit. */
class Writer {
  readonly #sockets = new Sockets();
  readonly #client: pg.Client;
  #connected = false;
  #usable = true;
  #writing = false;
  /** How the last write ended, or will. */
  outcome: Promise<Outcome> = Promise.resolve('unknown');

  constructor(url: string) {
    this.#client = new pg.Client({
      connectionString: url,
      application_name: 'daftar write probe',
      stream: () => this.#sockets.make(),
    });
    this.#client.on('error', () => this.cut());
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** Whether a write is under way, and not only the way to it. */
  get writing(): boolean {
    return this.#writing;
  }

  /** Writes, `always` or if nobody has just done so; to be called again only after a commit. */
  write(always: boolean): Promise<Outcome> {
    this.outcome = this.#write(always);
    return this.outcome;
  }

  cut(): void {
    this.#usable = false;
    this.#writing = false;
    this.#sockets.cut();
  }

  async #write(always: boolean): Promise<Outcome> {
    try {
      if (!this.#connected) await this.#client.connect();
      this.#connected = true;
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

/** A commit as soon as there is one; otherwise, when all have ended, what tells most. */
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
 * Watches whether the database commits, over a connection of its own, where the breaker sees only whether it answers.
 * It does answer, and commits nothing, while a synchronous standby is silent.
 *
 * A commit that waits for a standby cannot be taken back: it is on the primary already, and cancelling it would only
 * tell that it is replicated when it is not. So one that is late is not cancelled: it is waited for, and its end says that
 * writing works. Its connection may be what died, though, so another one, made anew each time, writes the same row
 * meanwhile: if it is the database, that waits for the row and is ended by its limit, so that no commits pile up.
 */
export class WriteProbe {
  readonly #url: string;
  readonly #options: WriteProbeOptions;
  /** The one whose commit is late. */
  #waiting: Writer | null = null;
  #writer: Writer | null = null;
  /** Late in a row. */
  #lates = 0;
  #stalled = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, options: WriteProbeOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** Whether it is known that nothing is committed. */
  get stalled(): boolean {
    return this.#stalled;
  }

  /** Begins to watch; the table must be there. */
  watch(): void {
    void this.#round();
  }

  /** Connections from before are not to be trusted, nor is what they told. */
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
    // Dropped meanwhile: what they told is about connections that were lost.
    if (this.#stopped || this.#writer !== writer) return;
    if (outcome === 'committed') {
      this.#keep(waiting, writer);
      this.#judge(true);
      return;
    }
    // It is the write that did not end: to be kept from connecting, or from reading, tells nothing of writing.
    const late = outcome === 'late' && (waiting?.writing || writer.writing || !writer.usable);
    this.#leave(waiting, writer);
    if (outcome === 'refused') this.#lates = LATE_AT_MOST + 1;
    else if (late) this.#lates += 1;
    else return;
    await this.#suspect();
  }

  /** Keeps the one that has committed, and ends the other. */
  #keep(waiting: Writer | null, writer: Writer): void {
    const done = waiting?.usable && !waiting.writing ? waiting : writer;
    for (const each of [waiting, writer]) if (each !== done) each?.cut();
    this.#waiting = null;
    this.#writer = done;
    this.#lates = 0;
  }

  /** Goes on waiting for one commit, the first that was late, and ends what else there is. */
  #leave(waiting: Writer | null, writer: Writer): void {
    const late = [waiting, writer].find((each) => each?.writing) ?? null;
    if (writer !== late) writer.cut();
    this.#waiting = late;
    this.#writer = null;
  }

  async #suspect(): Promise<void> {
    if (this.#lates <= LATE_AT_MOST) return;
    // A database that answers nobody is the breaker's, and so is one whose connections were just lost.
    const answers = await this.#options.breaker.answers();
    if (answers && !this.#stopped && this.#lates > LATE_AT_MOST) this.#judge(false);
  }

  #judge(commits: boolean): void {
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
