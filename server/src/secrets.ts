import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Sql } from './platform/db/connect.ts';
import { EmbeddedDatabaseError } from './platform/db/embedded.ts';
import { openRootSecret, type Root } from './platform/root-secret.ts';
import { systemClock } from './platform/time/clock.ts';

/** Returns the configured secret; with the embedded database, one that was generated at random and stored beside it. */
export function secretOf(config: Config): string {
  if (config.secret) return config.secret;
  const path = join(config.dataDir, 'secret');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = randomBytes(48).toString('base64url');
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The folder ${config.dataDir} cannot be written: ${(error as Error).message}.`,
    );
  }
  return secret;
}

/** The secrets of a process. The object may be passed on before they are opened. */
export interface Secrets {
  /** The configuration, including the root secret. */
  readonly config: Config & { readonly secret: string; readonly signingSalt: string };
  /** The key for data that survives a change of `DAFTAR_SECRET`: refresh tokens, carts. Throws before it is opened. */
  readonly root: string;
  /** The keys of access tokens: the first signs, any is accepted. */
  readonly signing: readonly [string, ...string[]];
  /**
   * Reads the root secret from the database.
   * @throws WrongSecret when the given secrets do not belong to this database
   */
  open(sql: Sql): Promise<void>;
}

/** Returns the configured secrets, to be opened. */
export function secretsOf(given: Config): Secrets {
  const current = secretOf(given);
  const { otherSecret: other } = given;
  let root: Root | null = null;
  const opened = () => {
    if (root === null) throw new Error('The root secret was asked for before the database was open');
    return root;
  };
  return {
    config: {
      ...given,
      get secret() {
        return opened().secret;
      },
      get signingSalt() {
        return opened().salt;
      },
    },
    get root() {
      return opened().secret;
    },
    signing: other === null ? [current] : [current, other],
    async open(sql) {
      root = await openRootSecret(sql, { current, other }, systemClock.now());
    },
  };
}
