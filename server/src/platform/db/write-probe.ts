import pg from 'pg';
import type { Logger } from 'pino';
import type { Breaker } from './breaker.ts';
import { Sockets } from './sockets.ts';

/** A row written by anybody so shortly ago says enough. So all processes together write no more often. */
const FRESH_SECONDS = 5;
const PAUSE_MILLISECONDS = { committing: 5_000, stalled: 1_000 };
/** A commit takes milliseconds; one that takes longer waits for something. */
const PATIENCE_MILLISECONDS = 3_000;

const FRESH = `select from write_probe where at > now() - interval '${FRESH_SECONDS} seconds'`;
/**
 * One text, so that the limit holds behind a pooler of transactions too. It ends who waits for the row, which another
 * process has written and cannot commit; a commit that waits itself is under no limit.
 */
const WRITE = `begin;
  set local statement_timeout = ${PATIENCE_MILLISECONDS};
  insert into write_probe (at) values (now()) on conflict (one) do update set at = excluded.at;
  commit`;

/** What the server refuses a write with when it could answer and could not write: a standby, a full disk, a held row. */
const REFUSALS = new Set(['25006', '53100', '55P03', '57014']);

export interface WriteProbeOptions {
  log: Logger;
  /** Whether the database answers at all is its matter. */
  breaker: Pick<Breaker, 'open' | 'answers'>;
  /** Nothing is committed any more: give up what waits for it. */
  onStall: () => void;
}

type Outcome = 'committed' | 'late' | 'refused' | 'unknown';

/**
 * Watches whether the database commits, over a connection of its own, where the breaker sees only whether it answers.
 * It does answer, and commits nothing, while a synchronous standby is silent.
 *
 * A commit that waits for a standby cannot be taken back: it is on the primary already, and cancelling it would only
 * tell that it is replicated when it is not. So one that is late is neither cancelled nor asked again: it is waited for, and
 * its end says that writing works. There is never more than one.
 */
export class WriteProbe {
  readonly #url: string;
  readonly #options: WriteProbeOptions;
  readonly #sockets = new Sockets();
  #client: pg.Client | null = null;
  #pending: Promise<Outcome> | null = null;
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

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#sockets.cut();
  }

  async #round(): Promise<void> {
    if (this.#options.breaker.open) this.#drop();
    else await this.#look();
    if (this.#stopped) return;
    const pause = this.#stalled ? PAUSE_MILLISECONDS.stalled : PAUSE_MILLISECONDS.committing;
    this.#timer = setTimeout(() => void this.#round(), pause).unref();
  }

  async #look(): Promise<void> {
    this.#pending ??= this.#write().finally(() => {
      this.#pending = null;
    });
    const outcome = await Promise.race([this.#pending, this.#late()]);
    if (this.#stopped || outcome === 'unknown') return;
    // A database that answers nobody is the breaker's: it is not asked for more than it gives.
    if (outcome !== 'committed' && !(await this.#options.breaker.answers())) return;
    this.#judge(outcome === 'committed');
  }

  /** Two turns more: after a stall of our own, the answer may be there and only be unread. */
  #late(): Promise<Outcome> {
    return new Promise((resolve) => {
      const late = () => setImmediate(() => setImmediate(() => resolve('late')));
      setTimeout(late, PATIENCE_MILLISECONDS).unref();
    });
  }

  async #write(): Promise<Outcome> {
    try {
      const client = await this.#connected();
      const { rowCount } = await client.query(FRESH);
      if (rowCount === 0) await client.query(WRITE);
      return 'committed';
    } catch (error) {
      this.#drop();
      return REFUSALS.has(String((error as { code?: unknown }).code)) ? 'refused' : 'unknown';
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'daftar write probe',
      stream: () => this.#sockets.make(),
    });
    client.on('error', () => this.#drop());
    await client.connect();
    this.#client = client;
    return client;
  }

  #drop(): void {
    this.#client = null;
    this.#sockets.cut();
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
