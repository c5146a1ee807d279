import { databaseSettings } from './config/database.ts';
import { type Env, fail, isYes } from './config/env.ts';
import { fileSettings } from './config/files.ts';
import { limitSettings } from './config/limits.ts';
import { merchantSettings } from './config/merchants.ts';
import { messageSettings } from './config/messages.ts';
import { moneySettings } from './config/money.ts';
import { operatorSignIn } from './config/operator-sign-in.ts';
import { processSettings } from './config/process.ts';
import { withSecretFiles } from './config/secret-files.ts';
import { secretSettings } from './config/secrets.ts';
import { supportSettings } from './config/support.ts';
import { plainConnection } from './config/tls.ts';
import { tracing } from './config/tracing.ts';

export { ConfigError } from './config/env.ts';
export type { OperatorSignIn } from './config/operator-sign-in.ts';

/**
 * All settings, read once from the environment. Each is described where it is read (`config/<group>.ts`), and for
 * operators of Daftar in `docs/operations.md`, whose tables a test compares with the variables read.
 */
export interface Config extends ReturnType<typeof settingsOf> {}

function settingsOf(env: Env) {
  const database = databaseSettings(env);
  const embedded = database.databaseUrl === null;
  const running = processSettings(env, { embedded });
  const { production, publicUrl } = running;
  return {
    ...running,
    ...database,
    ...secretSettings(env, { embedded }),
    ...fileSettings(env),
    ...messageSettings(env, { production, embedded, publicUrl }),
    ...limitSettings(env),
    ...merchantSettings(env),
    ...moneySettings(env, { production }),
    ...supportSettings(env),
    /** The company's identity provider for operators' sign-in; null: passwords only. */
    operatorSignIn: operatorSignIn(env, { production }),
    /** The destination of traces; null: there are none. */
    tracing: tracing(env),
  };
}

/** Reads and validates every setting. @throws ConfigError with one sentence that names the variable. */
export function loadConfig(environment: Env): Config {
  const env = withSecretFiles(environment);
  const config = settingsOf(env);
  if (isYes(env, 'DAFTAR_REQUIRE_TLS', 'no')) {
    const plain = plainConnection(config);
    if (plain) fail(plain.name, `${plain.why}, because DAFTAR_REQUIRE_TLS is yes`);
  }
  return config;
}
