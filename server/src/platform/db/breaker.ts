import pg from 'pg';
import type { Logger } from 'pino';
import { patience } from './patience.ts';
import { Sockets } from './sockets.ts';
import { writableAddress } from './writable-address.ts';

/** Milliseconds between two probes while the database answers; half of it while it does not. */
const PAUSE_MILLISECONDS = 1_000;
/**
 * Milliseconds for an answer to `select 1`. An overloaded machine takes a second or two although its database is not
 * down.
 */
const PATIENCE_MILLISECONDS = 3_000;

export interface BreakerOptions {
  log: Logger;
  /** Milliseconds for one answer (default 3 s). */
  patienceMilliseconds?: number;
  /** Called when the database does not answer: fail the queries that wait for it. */
  onOpen: () => void;
  /** Called when the database answers again. */
  onClose: () => void;
  /** Called when the database was briefly unavailable: do not trust connections opened before. */
  onBlip: () => void;
}

/** `full`: the server accepts no further connection, which says nothing about existing ones. */
type Probe = 'answered' | 'connected anew' | 'full' | 'failed';

/**
 * Watches whether the database answers, over a dedicated connection, so that neither a busy pool nor a locked row is
 * mistaken for an outage. When no answer comes in time the circuit opens: waiting work can be failed and new work
 * refused immediately. Probing continues, and the first answer to `select 1` closes the circuit; an accepted connection
 * does not. Normal operation costs one `select 1` a second.
 */
export class Breaker {
  readonly #url: string;
  readonly #options: BreakerOptions;
  readonly #sockets = new Sockets();
  #probe: pg.Client | null = null;
  #wasConnected = false;
  #open = false;
  #stopped = false;
  #asking: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, options: BreakerOptions) {
    this.#url = url;
    this.#options = options;
    void this.#watch();
  }

  /** Returns whether the database is known not to answer. */
  get open(): boolean {
    return this.#open;
  }

  /** Probes now and returns false when no answer comes in time. Concurrent calls share one probe. */
  answers(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#sockets.cut();
  }

  async #watch(): Promise<void> {
    await this.answers();
    if (this.#stopped) return;
    const pause = this.#open ? PAUSE_MILLISECONDS / 2 : PAUSE_MILLISECONDS;
    this.#timer = setTimeout(() => void this.#watch(), pause).unref();
  }

  async #ask(): Promise<boolean> {
    const waiting = patience(this.#options.patienceMilliseconds ?? PATIENCE_MILLISECONDS);
    // One retry, because the connection may have ended while it was idle.
    const asked = this.#once().then((first) => (first === 'failed' ? this.#once() : first));
    const first = await Promise.race([asked, waiting.over]);
    waiting.end();
    const outcome = first === 'late' ? 'failed' : first;
    if (this.#stopped) return false;
    if (outcome === 'failed') this.#drop();
    this.#record(outcome);
    return outcome === 'full' ? !this.#open : outcome !== 'failed';
  }

  async #once(): Promise<Probe> {
    try {
      if (this.#probe) {
        await this.#probe.query('select 1');
        return 'answered';
      }
      const probe = new pg.Client({
        connectionString: await writableAddress(this.#url),
        application_name: 'daftar probe',
        stream: () => this.#sockets.make(),
      });
      probe.on('error', () => this.#drop());
      this.#probe = probe;
      await probe.connect();
      // A pooler accepts connections even without a database behind it.
      await probe.query('select 1');
      return 'connected anew';
    } catch (error) {
      this.#drop();
      return (error as { code?: string }).code === '53300' ? 'full' : 'failed';
    }
  }

  #drop(): void {
    this.#probe = null;
    this.#sockets.cut();
  }

  #record(outcome: Probe): void {
    const { log, onOpen, onClose, onBlip } = this.#options;
    if (outcome === 'failed' && !this.#open) {
      this.#open = true;
      log.error('the database does not answer: requests are answered 503 until it does');
      onOpen();
    } else if (outcome === 'full') {
      // Open connections still work, so a closed circuit stays closed; an open one needs an answer to close.
    } else if (outcome !== 'failed' && this.#open) {
      this.#open = false;
      log.warn('the database answers again');
      onClose();
    } else if (outcome === 'connected anew' && this.#wasConnected) {
      log.warn('the connection to the database was lost and made again');
      onBlip();
    }
    if (outcome === 'connected anew') this.#wasConnected = true;
  }
}
