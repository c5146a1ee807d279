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

/** What every service gets besides its caller. */
export interface App {
  /** Where to read and write: the pool, or the transaction that the call runs in. */
  readonly db: Db;
  /** The pool, for what must outlive or stay outside the call's transaction. */
  readonly pool: Sql;
  /**
   * Connections for limits only, so that these never wait for a connection that their caller holds; tools have none and
   * use `pool`.
   */
  readonly limitsPool?: Sql;
  /** Where calls that only read may be answered, if there is a standby. */
  readonly standby?: Pick<Standby, 'read'>;
  /** In a call answered at the standby: the primary, where the call is logged. */
  readonly primary?: Sql;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Logger;
  /** In jobs: aborted when the process is about to end. A long job stops where it can be resumed. */
  readonly ending?: AbortSignal;
}

/** The caller, their merchant and mode. Every store function takes it, so that no query is unscoped. */
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
  /** The role whose view of the portal this session sees, read-only; absent for the caller's own view. */
  readonly viewRoleId?: number;
  /** The calling API key; absent for people. Rows that it writes refer to its creator. */
  readonly key?: {
    readonly id: number;
    readonly kind: 'secret' | 'public';
    readonly mode: Mode;
    /** The version of the API that answers it, unless a request names another. */
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
