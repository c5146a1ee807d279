import type { Config } from '../../config.ts';
import type { App } from '../context.ts';
import { dropOldest } from '../oldest.ts';
import { networkOf, siteOf } from './addresses.ts';
import { TooManyError } from './errors.ts';

const MINUTE = 60_000;
/** More networks than this in a minute would be an attack from everywhere, which limits by network do not stop. */
const MAX_NETWORKS = 50_000;
const MAX_KNOWN = 20_000;
/** How many networks' worth a whole site may send: one customer of a provider may have 65,536 networks of IPv6. */
const NETWORKS_OF_A_SITE = 16;

/**
 * Keeps strangers who guess from asking the database as often as they like: a token or a host that it has to look for is refused
 * unseen once a network, or the site that it is of, has sent too many unknown ones in a minute. The rate limit comes after a caller
 * is known, so it counts none of these. What was known before, as far as this process knows, is looked up all the same: others
 * behind that address work on.
 */
export class Guesses {
  readonly #most: number;
  readonly #clock: App['clock'];
  /** By network and site, of the minute that began at `since`; the one that guessed longest ago first. */
  #minute = { since: 0, unknown: new Map<string, number>() };
  /** Names of what was found when it was last looked up, the oldest first. */
  readonly #known = new Set<string>();

  constructor({ config, clock }: { config: Pick<Config, 'requestsPerMinute'>; clock: App['clock'] }) {
    this.#most = config.requestsPerMinute;
    this.#clock = clock;
  }

  /** Takes names for known, the one that was used longest ago first: a process that has just started has looked nothing up. */
  learn(names: Iterable<string>): void {
    for (const name of names) this.#know(name);
  }

  /**
   * Looks something up.
   * @param name of its own among all that is looked up; a secret's hash
   * @returns what `find` did, null where it found nothing
   * @throws TooManyError 429 where it was not looked for
   */
  async lookUp<T extends object>(
    name: string,
    address: string,
    find: () => Promise<T | null | undefined>,
  ): Promise<T | null> {
    const { since, unknown } = this.#thisMinute();
    const network = networkOf(address);
    const site = siteOf(address);
    // In the minute in which it was asked, however long the answer takes.
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
      // Before the answer, so that many at once are not let through together.
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
      // What could not be looked for is neither known nor unknown.
      if (isUnknown === wasKnown) count(isUnknown ? 1 : -1);
    }
  }

  #know(name: string): void {
    this.#known.delete(name);
    this.#known.add(name);
    dropOldest(this.#known, MAX_KNOWN);
  }

  /** Begins the next minute when it is time. */
  #thisMinute() {
    const now = this.#clock.now().getTime();
    const { since } = this.#minute;
    if (now - since >= MINUTE || now < since) this.#minute = { since: now, unknown: new Map() };
    return this.#minute;
  }
}
