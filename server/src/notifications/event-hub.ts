/** Live events: the connected listeners, and the events that each may receive. */
import {
  CHANGE_READERS,
  type ChangedNoun,
  type ChangeEvent,
  type NotificationEvent,
  type OpenedEvent,
} from '@daftar/contract/notifications';
import type { App, Caller, Mode } from '../platform/context.ts';
import { isWithin } from '../platform/http/addresses.ts';
import { TooManyError } from '../platform/http/errors.ts';
import type { EventSink } from '../platform/http/events.ts';
import type { Principal } from '../platform/http/guard.ts';
import { maySee } from './kinds.ts';
import { Recent } from './recent.ts';

const CHANNEL = 'daftar_news';
const BEAT_MILLISECONDS = 25_000;
/** Number of heartbeats between two checks whether a session has expired; an ended session is announced at once. */
const BEATS_BETWEEN_LOOKS = 12;
/** Maximum numbers of streams. Tabs of one browser share a stream, so these are devices. */
const MAX_STREAMS = { ofUser: 10, ofMerchant: 200, ofProcess: 5_000 };
const RETRY_SECONDS = 60;

/** The payload of a committed notification (`notification_announce`). */
interface Announced {
  merchantId: number;
  mode: Mode;
  id: number;
  kind: string;
  only: number | null;
  except: number | null;
}

/** The payload of a change of a noun's rows (`announce_change`). */
interface AnnouncedChange {
  merchantId: number;
  mode: Mode;
  changed: ChangedNoun;
}

/** Returns the current principal of a session; null when it has ended. */
type Current = (session: Caller) => Promise<Principal | null>;

/** Subscribes to changes of sessions, users and roles; null means that any may have changed. */
export type FollowChanges = (
  heard: (change: { merchantId: number } | null) => void,
) => Promise<{ stop(): Promise<void> }>;

interface Listener {
  caller: Caller;
  sink: EventSink;
  /** True once it has received the earlier events. */
  isOpen: boolean;
}

type Told = { event: 'notification'; data: NotificationEvent } | { event: 'change'; data: ChangeEvent };

/** Returns the event that a reader gets for an announcement; null if it is not for them. */
function toldTo(
  { merchantId, mode, userId, permissions }: Caller,
  news: Announced | AnnouncedChange,
): Told | null {
  if (merchantId !== news.merchantId || mode !== news.mode) return null;
  if ('changed' in news) {
    // Undefined for a noun known only to another release.
    const readers = CHANGE_READERS[news.changed] ?? [];
    return readers.some((each) => permissions.has(each))
      ? { event: 'change', data: { noun: news.changed } }
      : null;
  }
  const { id, kind, only, except } = news;
  if ((only !== null && only !== userId) || except === userId || !maySee(kind, permissions)) return null;
  return { event: 'notification', data: { notificationId: id, kind } };
}

/** The open event streams of this process, fed by commits of every process. */
export class EventHub {
  private readonly listeners = new Set<Listener>();
  private readonly recent = new Recent<Announced | AnnouncedChange>();
  /**
   * Merchants whose sessions, people or roles have changed; a caller authenticated before such a change must be
   * checked again.
   */
  private readonly changed = new Recent<number>();
  private readonly app: App;
  private readonly current: Current;
  private beats = 0;
  /** Events wait for it, so that nothing is sent to a person whose new role has not been read yet. */
  private looking: Promise<void> = Promise.resolve();
  private isEnding = false;

  constructor(app: App, current: Current) {
    this.app = app;
    this.current = current;
  }

  /** Subscribes to notifications and changed sessions. Resolves once the database is listening. */
  async follow(followChanges: FollowChanges): Promise<{ stop(): Promise<void> }> {
    const news = await this.app.pool.listen(
      CHANNEL,
      (payload) => {
        const announced = JSON.parse(payload) as Announced | AnnouncedChange;
        void this.looking.then(() => this.tell(announced));
      },
      // Some may have been missed while the connection was lost.
      () => {
        this.recent.begin();
        for (const { sink } of this.listeners) sink.send('resync', null);
      },
    );
    const changes = await followChanges((change) => {
      if (change) this.changed.add(change.merchantId);
      this.look(change?.merchantId);
    });
    const timer = setInterval(() => this.beat(), BEAT_MILLISECONDS);
    timer.unref();
    return {
      stop: async () => {
        clearInterval(timer);
        this.end();
        await changes.stop();
        await news.unlisten();
      },
    };
  }

  /** Refuses a person or process with too many streams, and a process that is ending. @throws TooManyError */
  admit({ merchantId, userId }: Caller): void {
    let [ofUser, ofMerchant] = [0, 0];
    for (const { caller } of this.listeners) {
      if (caller.merchantId !== merchantId) continue;
      ofMerchant += 1;
      if (caller.userId === userId) ofUser += 1;
    }
    const isFull =
      ofUser >= MAX_STREAMS.ofUser ||
      ofMerchant >= MAX_STREAMS.ofMerchant ||
      this.listeners.size >= MAX_STREAMS.ofProcess;
    if (isFull) throw new TooManyError(RETRY_SECONDS);
  }

  /**
   * Adds a listener, and repeats events that it may have missed since it loaded its data: the latest of each kind.
   * @returns a function that removes it.
   */
  open(caller: Caller, sink: EventSink): () => void {
    const listener = { caller, sink, isOpen: false };
    if (this.isEnding) sink.end();
    else {
      this.listeners.add(listener);
      if (this.changed.read().news.includes(caller.merchantId))
        this.looking = this.looking.then(() => this.lookAt(listener));
      void this.looking.then(() => this.repeat(listener));
    }
    return () => {
      this.listeners.delete(listener);
    };
  }

  private repeat(listener: Listener): void {
    const { caller, sink } = listener;
    const { milliseconds, news } = this.recent.read();
    sink.send('opened', { repeatedMilliseconds: milliseconds } satisfies OpenedEvent);
    const last = new Map<string, Told>();
    for (const each of news) {
      const told = toldTo(caller, each);
      if (told) last.set(`${told.event} ${told.event === 'change' ? told.data.noun : told.data.kind}`, told);
    }
    for (const { event, data } of last.values()) sink.send(event, data);
    listener.isOpen = true;
  }

  private tell(news: Announced | AnnouncedChange): void {
    this.recent.add(news);
    for (const { caller, sink, isOpen } of this.listeners) {
      const told = isOpen ? toldTo(caller, news) : null;
      if (told) sink.send(told.event, told.data);
    }
  }

  /**
   * Reads the principals of sessions again, of one merchant or of all: streams of ended sessions end, others get the
   * new permissions.
   */
  private look(merchantId?: number): void {
    this.looking = this.looking.then(() => this.lookAgain(merchantId));
  }

  private async lookAgain(merchantId?: number): Promise<void> {
    for (const listener of [...this.listeners]) {
      if (merchantId === undefined || listener.caller.merchantId === merchantId) await this.lookAt(listener);
    }
  }

  private async lookAt(listener: Listener): Promise<void> {
    const { caller, sink } = listener;
    try {
      const principal = await this.current(caller);
      const { allowedFrom } = principal ?? {};
      if (!principal || (allowedFrom && !isWithin(caller.address, allowedFrom))) sink.end();
      else listener.caller = { ...caller, permissions: principal.permissions };
    } catch (error) {
      this.app.log.warn({ err: error }, 'a stream of news is looked at again later');
    }
  }

  /** Sends a heartbeat to every listener. */
  beat(): void {
    for (const { sink } of this.listeners) sink.beat();
    this.beats += 1;
    if (this.beats % BEATS_BETWEEN_LOOKS === 0) this.look();
  }

  /** Ends every stream; browsers reconnect, to another process where there is one. */
  end(): void {
    this.isEnding = true;
    for (const { sink } of this.listeners) sink.end();
  }
}
