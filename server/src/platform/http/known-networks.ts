import { dropOldest } from '../oldest.ts';
import { networkOf } from './addresses.ts';

const KEPT_MILLISECONDS = 24 * 3_600_000;
/** More would be an attack, or need no such help. */
const MAX_NETWORKS = 10_000;

/** Networks where somebody was signed in within a day, as far as this process knows: the newest of them. */
export class KnownNetworks {
  /** When, by address and by network, the oldest first. */
  readonly #seen = new Map<string, number>();

  saw(address: string): void {
    const now = performance.now();
    // Once a minute is enough, and is all that most requests pay.
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
