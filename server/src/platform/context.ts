import type { OperatorPermission, OperatorRoleKind } from '@daftar/contract/ops-roles';
import type { Permission } from '@daftar/contract/permissions';
import type { ApiVersion } from '@daftar/contract/versions';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db, Sql } from './db/connect.ts';
import type { Standby } from './db/standby.ts';
import type { Locale } from './i18n/translate.ts';
import type { Clock } from './time/clock.ts';

export type Mode = 'live' | 'test';

/** The dependencies of every service, besides its caller. */
export interface App {
  /** The database for reads and writes: the pool, or the transaction in which the call runs. */
  readonly db: Db;
  /** The pool, for work that must outlive or stay outside the call's transaction. */
  readonly pool: Sql;
  /**
   * Connections for limits only, so that limits never wait for a connection that their caller holds; command-line tools
   * have none and use `pool`.
   */
  readonly limitsPool?: Sql;
  /** The standby that may answer read-only calls, if there is one. */
  readonly standby?: Pick<Standby, 'read'>;
  /** In a call answered by the standby: the primary, where the call is logged. */
  readonly primary?: Sql;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Logger;
  /** In jobs: aborted when the process is about to exit. A long job stops at a point where it can be resumed. */
  readonly ending?: AbortSignal;
}

/** The caller, with merchant and mode. Every store function takes it, so that no query is unscoped. */
export interface Caller {
  readonly merchantId: number;
  readonly mode: Mode;
  readonly userId: number;
  readonly sessionId: string;
  readonly email: string;
  readonly locale: Locale;
  readonly permissions: ReadonlySet<Permission>;
  readonly merchantStatus: number;
  readonly address: string;
  /** The role as which this session views the portal, read-only; absent for the caller's own view. */
  readonly viewRoleId?: number;
  /** The calling API key; absent for people. Rows that it writes refer to its creator. */
  readonly key?: {
    readonly id: number;
    readonly kind: 'secret' | 'public';
    readonly mode: Mode;
    /** The API version of its calls, unless a request names another. */
    readonly version: ApiVersion;
  };
}

/** The part of a caller that scopes a query. */
export type Scope = Pick<Caller, 'merchantId' | 'mode'>;

/** One of the provider's staff, who belongs to no merchant. */
export interface Operator {
  readonly operatorId: number;
  /** Identifies the session in limits and logs; not the token. */
  readonly sessionKey: string;
  readonly email: string;
  readonly role: OperatorRoleKind;
  /** Null for a built-in role. */
  readonly roleName: { readonly en: string; readonly ar: string } | null;
  readonly permissions: ReadonlySet<OperatorPermission>;
  /** Permissions whose read-only calls the role may make; includes `permissions`. */
  readonly reads: ReadonlySet<OperatorPermission>;
  readonly locale: Locale;
  readonly address: string;
}

/** A caller who is not signed in. */
export interface Visitor {
  readonly locale: Locale;
  readonly address: string;
  readonly userAgent: string;
  /** The proof of work in the request (`contract/src/challenge.ts`). */
  readonly proof?: string | null;
}
