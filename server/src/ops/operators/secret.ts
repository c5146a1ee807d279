import type { App } from '../../platform/context.ts';
import { serverKey } from '../../platform/keys.ts';
import { unseal } from '../../platform/seal.ts';
import { newTotpSecret } from '../../platform/totp.ts';

const keyOf = (app: Pick<App, 'config'>) => serverKey(app, 'operator authenticator');

/** Creates an operator's authenticator secret: in base 32, and encrypted for storage. */
export const newSecret = (app: Pick<App, 'config'>) => newTotpSecret(keyOf(app));

/** Decrypts a stored secret; null when the server's own secret has changed since. */
export const openSecret = (app: Pick<App, 'config'>, sealed: Buffer) => unseal(keyOf(app), sealed);
