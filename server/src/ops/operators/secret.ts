import type { App } from '../../platform/context.ts';
import { serverKey } from '../../platform/keys.ts';
import { unseal } from '../../platform/seal.ts';
import { newTotpSecret } from '../../platform/totp.ts';

const keyOf = (app: Pick<App, 'config'>) => serverKey(app, 'operator authenticator');

/** A new secret for an operator's authenticator, in base 32, and as it is kept. */
export const newSecret = (app: Pick<App, 'config'>) => newTotpSecret(keyOf(app));

/** The secret that was kept; null when the server's own has changed since. */
export const openSecret = (app: Pick<App, 'config'>, sealed: Buffer) => unseal(keyOf(app), sealed);
