/** Delivery of a stand-in's notifications: kept for a test to take, or sent until they are accepted. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../platform/time/clock.ts';
import type { RawNotification } from './gateway.ts';
import type { StandIn } from './stand-in.ts';

const LONGEST_PAUSE_MILLISECONDS = 60_000;
const DELIVERY_MILLISECONDS = 10_000;

/** A processor's way of sending. */
export interface Manners {
  clock: Clock;
  /** Milliseconds before a notification is sent again; doubles up to a minute. */
  retryMilliseconds?: number | undefined;
  /** The header that counts the tries, from 1. */
  tryHeader?: string;
}

/** Keeps or sends the notifications of one stand-in. */
export class Sender {
  manner: StandIn['notifications'] = 'kept';
  readonly #manners: Manners;
  readonly #closing = new AbortController();
  #kept: { due: number; raw: RawNotification }[] = [];
  readonly #firstTries = new Set<Promise<void>>();

  constructor(manners: Manners) {
    this.#manners = manners;
  }

  /** Keeps a notification, or sends it to an address until it is accepted. */
  send(url: string, raw: RawNotification, delaySeconds = 0): void {
    if (this.manner === 'kept') {
      this.#kept.push({ due: this.#manners.clock.now().getTime() + delaySeconds * 1000, raw });
    } else {
      const first = this.#deliver(url, raw, delaySeconds).finally(() => this.#firstTries.delete(first));
      this.#firstTries.add(first);
    }
  }

  /** Takes the kept notifications that are due, oldest first. */
  take(): RawNotification[] {
    const now = this.#manners.clock.now().getTime();
    const due = this.#kept.filter((each) => each.due <= now);
    this.#kept = this.#kept.filter((each) => each.due > now);
    return due.map(({ raw }) => raw);
  }

  /** Waits for the first try of each pending notification. */
  async delivered(): Promise<void> {
    await Promise.all(this.#firstTries);
  }

  close(): void {
    this.#closing.abort();
  }

  /** Returns after the first try; further tries follow until one is accepted. */
  async #deliver(url: string, raw: RawNotification, delaySeconds: number): Promise<void> {
    if (delaySeconds > 0 && !(await this.#pause(delaySeconds * 1000))) return;
    if (!(await this.#isAccepted(url, raw, 1))) void this.#repeat(url, raw);
  }

  async #repeat(url: string, raw: RawNotification): Promise<void> {
    let pause = this.#manners.retryMilliseconds ?? 1000;
    for (let tries = 2; await this.#pause(pause); tries += 1) {
      if (await this.#isAccepted(url, raw, tries)) return;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
    }
  }

  /** @returns false if it was closed meanwhile */
  async #pause(milliseconds: number): Promise<boolean> {
    return delay(milliseconds, true, { signal: this.#closing.signal, ref: false }).catch(() => false);
  }

  async #isAccepted(url: string, { query, headers, body }: RawNotification, tries: number): Promise<boolean> {
    const { tryHeader } = this.#manners;
    try {
      const address = new URL(url);
      for (const [name, value] of query) address.searchParams.append(name, value);
      const reply = await fetch(address, {
        method: 'POST',
        headers: {
          ...(headers as Record<string, string>),
          ...(tryHeader === undefined ? {} : { [tryHeader]: String(tries) }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(DELIVERY_MILLISECONDS)]),
      });
      await reply.body?.cancel();
      return reply.status === 200;
    } catch {
      return false;
    }
  }
}
