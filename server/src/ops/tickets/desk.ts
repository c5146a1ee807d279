/**
 * Pushes live ticket changes to listening operators. Events name the ticket that changed, but contain none of its
 * content.
 */
import type { TicketEvent } from '@daftar/contract/ops-tickets';
import type { App, Operator } from '../../platform/context.ts';
import { TooManyError } from '../../platform/http/errors.ts';
import type { EventSink } from '../../platform/http/events.ts';
import { isSessionOpen } from '../operators/sessions.ts';

const CHANNEL = 'daftar_tickets';
const BEAT_MILLISECONDS = 25_000;
const MAX_STREAMS = { ofOperator: 10, ofProcess: 500 };
const RETRY_SECONDS = 60;

interface Listener {
  operator: Operator;
  sink: EventSink;
}

/** The console's open event streams of this process, fed by commits of every process. */
export class TicketDesk {
  private readonly listeners = new Set<Listener>();
  private readonly app: App;
  private isEnding = false;

  constructor(app: App) {
    this.app = app;
  }

  /** Subscribes to ticket changes. Resolves once the database is listening. */
  async follow(): Promise<{ stop(): Promise<void> }> {
    const heard = await this.app.pool.listen(
      CHANNEL,
      (payload) => this.tell('ticket', JSON.parse(payload) as TicketEvent),
      // Changes may have been missed while the connection was lost.
      () => this.tell('resync', null),
    );
    const timer = setInterval(() => void this.beat(), BEAT_MILLISECONDS);
    timer.unref();
    return {
      stop: async () => {
        clearInterval(timer);
        this.end();
        await heard.unlisten();
      },
    };
  }

  /** Refuses an operator or a process with too many streams. @throws TooManyError */
  admit({ operatorId }: Operator): void {
    const own = [...this.listeners].filter(({ operator }) => operator.operatorId === operatorId);
    if (own.length >= MAX_STREAMS.ofOperator || this.listeners.size >= MAX_STREAMS.ofProcess) {
      throw new TooManyError(RETRY_SECONDS);
    }
  }

  /** Adds a listener. @returns a function that removes it. */
  open(operator: Operator, sink: EventSink): () => void {
    const listener = { operator, sink };
    if (this.isEnding) sink.end();
    else this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  private tell(event: 'ticket' | 'resync', data: TicketEvent | null): void {
    for (const { sink } of this.listeners) sink.send(event, data);
  }

  /** Sends a heartbeat to every listener, and ends the streams of sessions that have ended or lost the permission. */
  async beat(): Promise<void> {
    for (const { operator, sink } of [...this.listeners]) {
      try {
        if (await isSessionOpen(this.app, operator, 'ops:tickets')) sink.beat();
        else sink.end();
      } catch (error) {
        this.app.log.warn({ err: error }, 'a stream of tickets is looked at again later');
      }
    }
  }

  /** Ends every stream; browsers reconnect, to another process where there is one. */
  end(): void {
    this.isEnding = true;
    for (const { sink } of this.listeners) sink.end();
  }
}
