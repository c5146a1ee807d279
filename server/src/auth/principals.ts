import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import type { App } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { rangesOf } from '../platform/http/addresses.ts';
import type { Principal } from '../platform/http/guard.ts';
import { type AllowedPlaces, findPrincipal, type PrincipalRow } from './store-sessions.ts';
import type { AccessTokens } from './tokens.ts';

const CHANNEL = 'daftar_principals';
/** Maximum time that a change can stay unnoticed if the database's notification is lost. */
const TRUSTED_MILLISECONDS = 10_000;
const MAX_CACHED = 20_000;

/** The scope of a change: one session, one user, or everything of one merchant. */
export type Change = { merchantId: number; userId?: number; sessionId?: string };

/** Notifies every server process, on commit, to read these again from the database. */
export async function announceChange(db: Db, change: Change): Promise<void> {
  await db`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`;
}

/**
 * Subscribes to changes, including those of other processes; null means that some may have been missed. Resolves once
 * the database is listening.
 */
export async function followChanges(
  app: App,
  heard: (change: Change | null) => void,
): Promise<{ stop(): Promise<void> }> {
  const subscription = await app.pool.listen(
    CHANNEL,
    (payload) => heard(JSON.parse(payload) as Change),
    // Changes may have been missed while the connection was lost.
    () => heard(null),
  );
  return { stop: () => subscription.unlisten() };
}

/** Returns the addresses from which a merchant's people may call; null when unrestricted. */
export function allowedFrom({ portalRestricted, allowedIps }: AllowedPlaces): Principal['allowedFrom'] {
  return portalRestricted && allowedIps.length > 0 ? rangesOf(allowedIps) : null;
}

/**
 * Returns the permissions of a session: the user's own and, while it views the portal as a role, only those that the
 * role has too.
 */
function permissionsOf(row: PrincipalRow): ReadonlySet<Permission> {
  const own: readonly Permission[] = row.isFirst ? PERMISSIONS : row.permissions;
  if (row.viewRoleId === null) return new Set(own);
  const viewed: ReadonlySet<Permission> = new Set(row.viewIsFirst ? PERMISSIONS : row.viewPermissions);
  return new Set(own.filter((each) => viewed.has(each)));
}

/**
 * Resolves bearer tokens to principals. Calls that only read take a cached answer, which the database's NOTIFY evicts
 * when a session, user, role or merchant changes; calls that change something read the database.
 */
export class Principals {
  private readonly cached = new Map<string, { principal: Principal; until: number }>();
  /** Incremented with every change received; an answer read before the latest one is used but not cached. */
  private changes = 0;
  private readonly app: App;
  private readonly tokens: AccessTokens;

  constructor(app: App, tokens: AccessTokens) {
    this.app = app;
    this.tokens = tokens;
  }

  /** Starts listening to changes made by other processes. Resolves once the database is listening. */
  follow(): Promise<{ stop(): Promise<void> }> {
    return followChanges(this.app, (change) => {
      if (change) return this.evict(change);
      this.changes += 1;
      this.cached.clear();
    });
  }

  /** Authenticates a bearer token. */
  async authenticate(token: string, how: { isFresh: boolean }): Promise<Principal | null> {
    const now = this.app.clock.now();
    const claims = await this.tokens.read(token, now);
    return claims && this.current(claims, how);
  }

  /** Returns the current principal of a session, regardless of its token's claims; null when the session has ended. */
  async current(
    claims: Pick<Principal, 'merchantId' | 'userId' | 'sessionId'>,
    { isFresh }: { isFresh: boolean },
  ): Promise<Principal | null> {
    const key = `${claims.merchantId}.${claims.userId}.${claims.sessionId}`;
    const known = this.cached.get(key);
    if (!isFresh && known && known.until > Date.now()) return known.principal;
    const changesBefore = this.changes;
    const row = await findPrincipal(this.app.pool, claims, this.app.clock.now());
    if (!row) {
      this.cached.delete(key);
      return null;
    }
    const { merchantId, userId, sessionId } = claims;
    const principal: Principal = {
      merchantId,
      userId,
      sessionId,
      email: row.email,
      permissions: permissionsOf(row),
      ...(row.viewRoleId === null ? {} : { viewRoleId: row.viewRoleId }),
      merchantStatus: row.merchantStatus,
      allowedFrom: allowedFrom(row),
    };
    if (this.cached.size >= MAX_CACHED) this.cached.clear();
    if (this.changes !== changesBefore) return principal;
    this.cached.set(key, { principal, until: Date.now() + TRUSTED_MILLISECONDS });
    return principal;
  }

  /** Evicts what a change affects; the next call reads the database. */
  evict(change: Change): void {
    this.changes += 1;
    const prefix = `${change.merchantId}.${change.userId ?? ''}`;
    for (const key of this.cached.keys()) {
      const fits = change.sessionId ? key.endsWith(`.${change.sessionId}`) : key.startsWith(prefix);
      if (fits) this.cached.delete(key);
    }
  }
}
