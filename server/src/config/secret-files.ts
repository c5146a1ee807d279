import { readFileSync } from 'node:fs';
import { type Env, fail } from './env.ts';

/** Settings that are or contain secrets; each may be read from a file, as vaults and orchestrators provide them. */
const SECRETS = [
  'DAFTAR_SECRET',
  'DAFTAR_SECRET_OTHER',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SMS_GATEWAY_URL',
  'DAFTAR_S3_ACCESS_KEY_ID',
  'DAFTAR_S3_SECRET_ACCESS_KEY',
  'DAFTAR_OPS_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * Returns the environment with the contents of the files named by `<NAME>_FILE`, without a trailing line break.
 * @throws ConfigError when a file cannot be read, or a setting is given twice.
 */
export function withSecretFiles(env: Env): Env {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (!path) continue;
    if (env[name]) fail(variable, `must not be set beside ${name}`);
    try {
      read[name] = readFileSync(path, 'utf8').trimEnd();
    } catch (error) {
      fail(variable, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  // A layer over the environment, which supplies everything else.
  return Object.assign(Object.create(env), read);
}
