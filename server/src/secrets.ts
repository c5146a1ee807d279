import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Sql } from './platform/db/connect.ts';
import { EmbeddedDatabaseError } from './platform/db/embedded.ts';
import { openRootSecret, type Root } from './platform/root-secret.ts';
import { systemClock } from './platform/time/clock.ts';

/** The configured secret; with the embedded database one that is drawn once and kept beside it. */
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

/** The secrets of a process. What is built on them may be built before they are opened. */
export interface Secrets {
  /** The configuration with the root secret in it. */
  readonly config: Config & { readonly secret: string; readonly signingSalt: string };
  /** Derives what outlives a change of `DAFTAR_SECRET`: refresh tokens, carts. Asked for too early it throws. */
  readonly root: string;
  /** What access tokens are signed with: the first signs, those signed with any are taken. */
  readonly signing: readonly [string, ...string[]];
  /**
   * Finds the root secret in the database.
   * @throws WrongSecret when the given secrets are not this database's.
   */
  open(sql: Sql): Promise<void>;
}

/** The secrets that the configuration gives, still to be opened. */
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
