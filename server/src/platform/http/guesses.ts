import type { Config } from '../../config.ts';
import type { App } from '../context.ts';
import { dropOldest } from '../oldest.ts';
import { networkOf } from './addresses.ts';
import { TooManyError } from './errors.ts';

const MINUTE = 60_000;
/** More networks than this in a minute would be an attack from everywhere, which limits by network do not stop. */
const MOST_NETWORKS = 50_000;
const MOST_KNOWN = 20_000;

/**
 * Keeps strangers who guess from asking the database as often as they like: a token or a host that it has to look for is refused
 * unseen once a network has sent too many unknown ones in a minute. The rate limit comes after a caller is known, so it counts
 * none of these. What was known before, as far as this process knows, is looked up all the same: others behind that address work on.
 */
export class Guesses {
  readonly #most: number;
  readonly #clock: App['clock'];
  /** By network, of the minute that began at `#since`. */
  readonly #unknown = new Map<string, number>();
  /** Names of what was found when it was last looked up, the oldest first. */
  readonly #known = new Set<string>();
  #since = 0;

  constructor({ config, clock }: { config: Pick<Config, 'requestsPerMinute'>; clock: App['clock'] }) {
    this.#most = config.requestsPerMinute;
    this.#clock = clock;
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
    const network = networkOf(address);
    const secondsLeft = this.#secondsLeft();
    const unknown = this.#unknown.get(network) ?? 0;
    if (unknown >= this.#most && !this.#known.has(name)) throw new TooManyError(secondsLeft);
    // Counted before the answer, so that many at once are not let through together.
    this.#count(network, 1);
    let isUnknown = false;
    let found: T | null | undefined;
    try {
      found = await find();
      isUnknown = !found;
    } finally {
      // What could not be looked for is neither known nor unknown.
      if (!isUnknown) this.#count(network, -1);
    }
    this.#known.delete(name);
    if (!found) return null;
    this.#known.add(name);
    dropOldest(this.#known, MOST_KNOWN);
    return found;
  }

  /** Begins the next minute when it is time. @returns how long this one lasts */
  #secondsLeft(): number {
    const now = this.#clock.now().getTime();
    if (now - this.#since >= MINUTE || now < this.#since) {
      this.#since = now;
      this.#unknown.clear();
    }
    return (this.#since + MINUTE - now) / 1000;
  }

  #count(network: string, change: number): void {
    this.#unknown.set(network, Math.max(0, (this.#unknown.get(network) ?? 0) + change));
    dropOldest(this.#unknown, MOST_NETWORKS);
  }
}
