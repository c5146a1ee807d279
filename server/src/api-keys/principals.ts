import { type Change, followChanges } from '../auth/principals.ts';
import type { App } from '../platform/context.ts';
import { rangesOf } from '../platform/http/addresses.ts';
import type { Authenticate, Principal } from '../platform/http/guard.ts';
import type { Guesses } from '../platform/http/guesses.ts';
import { hashKey, heldBy, masked, sameHash } from './rules.ts';
import { findByHash, listHashesInUse } from './store.ts';

/** Maximum time that a change can stay unnoticed if the database's notification is lost. */
const TRUSTED_MILLISECONDS = 10_000;
const MAX_CACHED = 20_000;
/** The keys that a process loads at its start: those used in the last week, at most this many. */
const LEARNT_MILLISECONDS = 7 * 86_400_000;
const MAX_LEARNT = 10_000;

interface Cached {
  principal: Principal;
  until: number;
  /** When the key expires. */
  endsAt: number | null;
}

/**
 * Resolves API keys to their principals, looked up by hash. Calls that only read take a cached answer, which the
 * database's NOTIFY evicts when anything about their merchant changes; calls that change something read the database.
 */
export class KeyPrincipals {
  /** Keyed by the hash in hexadecimal, so that the keys themselves are not held in memory. */
  private readonly cached = new Map<string, Cached>();
  private changes = 0;
  private readonly app: App;
  private readonly guesses: Guesses;

  constructor(app: App, guesses: Guesses) {
    this.app = app;
    this.guesses = guesses;
  }

  /** Starts listening to changes made by other processes. */
  follow(): Promise<{ stop(): Promise<void> }> {
    return followChanges(this.app, (change) => this.evict(change));
  }

  /**
   * Loads recently used keys, so that a new process accepts them even behind a network with too many failed guesses.
   */
  async learn(): Promise<void> {
    const since = new Date(this.app.clock.now().getTime() - LEARNT_MILLISECONDS);
    const hashes = await listHashesInUse(this.app.pool, since, MAX_LEARNT);
    this.guesses.learn(hashes.map((hash) => hash.toString('hex')));
  }

  /** Authenticates a bearer token that has the form of a key. */
  readonly authenticate: Authenticate = async (token, { isFresh, address }) => {
    const now = this.app.clock.now();
    const hash = hashKey(token);
    const name = hash.toString('hex');
    const known = this.cached.get(name);
    if (
      !isFresh &&
      known &&
      known.until > Date.now() &&
      (known.endsAt ?? Number.POSITIVE_INFINITY) > now.getTime()
    ) {
      return known.principal;
    }
    const changesBefore = this.changes;
    const found = await this.guesses.lookUp(name, address, () => findByHash(this.app.pool, hash, now));
    if (!found || !sameHash(found.keyHash, hash)) {
      this.cached.delete(name);
      return null;
    }
    const { id, kind, mode, merchantId, allowedIps } = found;
    const shown = masked(kind, found.shown);
    const isRestricted = kind === 'secret' && allowedIps.length > 0;
    const principal: Principal = {
      merchantId,
      userId: found.userId,
      sessionId: `key.${merchantId}.${id}`,
      email: `API key ${shown}`,
      permissions: new Set(kind === 'secret' ? heldBy(found) : []),
      merchantStatus: found.merchantStatus,
      key: { id, kind, mode, version: found.version },
      allowedFrom: isRestricted ? rangesOf(allowedIps) : null,
    };
    if (this.cached.size >= MAX_CACHED) this.cached.clear();
    if (this.changes !== changesBefore) return principal;
    const endsAt = found.expiresAt?.getTime() ?? null;
    this.cached.set(name, { principal, until: Date.now() + TRUSTED_MILLISECONDS, endsAt });
    return principal;
  };

  /** Evicts the keys that a change affects; null evicts all. */
  evict(change: Pick<Change, 'merchantId'> | null): void {
    this.changes += 1;
    for (const [name, { principal }] of this.cached) {
      if (!change || principal.merchantId === change.merchantId) this.cached.delete(name);
    }
  }
}
