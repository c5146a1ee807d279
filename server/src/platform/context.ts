import type { OperatorPermission, OperatorRole } from '@daftar/contract/ops-roles';
import type { Permission } from '@daftar/contract/permissions';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db, Sql } from './db/connect.ts';
import type { Locale } from './i18n/translate.ts';
import type { Clock } from './time/clock.ts';

export type Mode = 'live' | 'test';

/** What every use case is given besides its caller. */
export interface App {
  /** Where this use case reads and writes: the pool, or the transaction the call already runs in. */
  readonly db: Db;
  /** The pool itself, for what must outlive or stand outside the call's transaction. */
  readonly pool: Sql;
  /** Connections for limits alone, which so never wait for one that their caller holds; a tool has none and counts in `pool`. */
  readonly limitsPool?: Sql;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Logger;
  /** Of jobs: aborted when the process is about to end. A long one stops where it can be gone on with. */
  readonly ending?: AbortSignal;
}

/** Who is calling, for which merchant, in which mode. Every store function takes it, so that no query is unscoped. */
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
  /** The API key that calls; absent for people. What it writes names the person who made it. */
  readonly key?: { readonly id: number; readonly kind: 'secret' | 'public'; readonly mode: Mode };
}

/** The part of a caller that scopes a query. */
export type Scope = Pick<Caller, 'merchantId' | 'mode'>;

/** One of the provider's own staff, who belongs to no merchant. */
export interface Operator {
  readonly operatorId: number;
  /** Names the session in limits and logs; not the token. */
  readonly sessionKey: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly permissions: ReadonlySet<OperatorPermission>;
  readonly locale: Locale;
  readonly address: string;
}

/** Somebody who is not signed in. */
export interface Visitor {
  readonly locale: Locale;
  readonly address: string;
  readonly userAgent: string;
  /** A proof of work that came with the request (`contract/src/challenge.ts`). */
  readonly proof?: string | null;
}
