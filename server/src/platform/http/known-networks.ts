import { dropOldest } from '../oldest.ts';
import { networkOf } from './addresses.ts';

const KEPT_MILLISECONDS = 24 * 3_600_000;
/** More would indicate an attack, or such a size that this help is not needed. */
const MAX_NETWORKS = 10_000;

/** Networks where somebody was signed in within a day, as far as this process knows; only the newest. */
export class KnownNetworks {
  /** Time of the last use, by address and by network, the oldest first. */
  readonly #seen = new Map<string, number>();

  saw(address: string): void {
    const now = performance.now();
    // Recording once a minute is enough, so most requests pay only for this check.
    if (now - (this.#seen.get(address) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    for (const each of new Set([address, networkOf(address)])) {
      this.#seen.delete(each);
      this.#seen.set(each, now);
    }
    dropOldest(this.#seen, MAX_NETWORKS);
  }

  knows(address: string): boolean {
    const at = this.#seen.get(networkOf(address));
    return at !== undefined && performance.now() - at < KEPT_MILLISECONDS;
  }
}
