import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Sql } from './platform/db/connect.ts';
import { EmbeddedDatabaseError } from './platform/db/embedded.ts';
import { openRootSecret } from './platform/root-secret.ts';
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

/**
 * What the product runs with once its database is open: the configuration with the root secret in it, and the secrets
 * that access tokens are signed with, the one in force first.
 * @throws WrongSecret when the given secrets are not this database's.
 */
export async function openSecrets(
  sql: Sql,
  given: Config,
): Promise<{ config: Config & { secret: string }; signing: [string, ...string[]] }> {
  const current = secretOf(given);
  const root = await openRootSecret(sql, { current, other: given.otherSecret }, systemClock.now());
  const others = given.otherSecret === null ? [] : [given.otherSecret];
  return { config: { ...given, secret: root }, signing: [current, ...others] };
}
