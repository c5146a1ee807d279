import type { Config } from '../../config.ts';
import type { App } from '../context.ts';
import { dropOldest } from '../oldest.ts';
import { networkOf, siteOf } from './addresses.ts';
import { TooManyError } from './errors.ts';

const MINUTE = 60_000;
/** More networks than this in a minute would be a distributed attack, which limits per network do not stop. */
const MAX_NETWORKS = 50_000;
const MAX_KNOWN = 20_000;
/**
 * Number of unknown names that a site may send, as a multiple of a network's: one customer of an internet provider may
 * have 65,536 IPv6 networks.
 */
const NETWORKS_OF_A_SITE = 16;

/**
 * Limits how often strangers can query the database by guessing: a token or host that requires a look-up is refused
 * without one once a network, or its site, has sent too many unknown ones in a minute. The rate limit applies only once
 * a caller is known, so it counts none of these. Names that this process has found before are looked up nevertheless,
 * so that others behind that address can continue to work.
 */
export class Guesses {
  readonly #most: number;
  readonly #clock: App['clock'];
  /** Counts by network and site, of the minute that began at `since`; the one that guessed longest ago is first. */
  #minute = { since: 0, unknown: new Map<string, number>() };
  /** Names that were found when last looked up, the oldest first. */
  readonly #known = new Set<string>();

  constructor({ config, clock }: { config: Pick<Config, 'requestsPerMinute'>; clock: App['clock'] }) {
    this.#most = config.requestsPerMinute;
    this.#clock = clock;
  }

  /**
   * Registers names as known, the one used longest ago first, because a process that has just started has looked up
   * nothing.
   */
  learn(names: Iterable<string>): void {
    for (const name of names) this.#know(name);
  }

  /**
   * Looks something up.
   * @param name unique among all that is looked up; the hash of a secret
   * @returns the result of `find`, null if it found nothing
   * @throws TooManyError 429 if it was not looked up
   */
  async lookUp<T extends object>(
    name: string,
    address: string,
    find: () => Promise<T | null | undefined>,
  ): Promise<T | null> {
    const { since, unknown } = this.#thisMinute();
    const network = networkOf(address);
    const site = siteOf(address);
    // Counted in the minute of the request, however long the answer takes.
    const count = (change: number) => {
      for (const each of site === network ? [network] : [network, site]) {
        const sofar = unknown.get(each) ?? 0;
        unknown.delete(each);
        unknown.set(each, Math.max(0, sofar + change));
      }
      dropOldest(unknown, MAX_NETWORKS);
    };
    const wasKnown = this.#known.has(name);
    if (!wasKnown) {
      const isOver = (each: string, most: number) => (unknown.get(each) ?? 0) >= most;
      if (isOver(network, this.#most) || isOver(site, this.#most * NETWORKS_OF_A_SITE))
        throw new TooManyError((since + MINUTE - this.#clock.now().getTime()) / 1000);
      // Counted before the answer, so that many concurrent requests are not all admitted.
      count(1);
    }
    let isUnknown = false;
    try {
      const found = await find();
      isUnknown = !found;
      this.#known.delete(name);
      if (!found) return null;
      this.#know(name);
      return found;
    } finally {
      // A failed look-up means neither known nor unknown.
      if (isUnknown === wasKnown) count(isUnknown ? 1 : -1);
    }
  }

  #know(name: string): void {
    this.#known.delete(name);
    this.#known.add(name);
    dropOldest(this.#known, MAX_KNOWN);
  }

  /** Starts the next minute when it is due. */
  #thisMinute() {
    const now = this.#clock.now().getTime();
    const { since } = this.#minute;
    if (now - since >= MINUTE || now < since) this.#minute = { since: now, unknown: new Map() };
    return this.#minute;
  }
}
