import type { OperatorRole, OperatorRoleKind } from '@daftar/contract/ops-roles';
import { recordProviderAudit } from '../../audit/record.ts';
import { hashPassword } from '../../auth/secrets.ts';
import type { App } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { drawLetters } from '../../platform/references.ts';
import { totpUri } from '../../platform/totp.ts';
import { OperatorExists, OperatorNotFound, OperatorWithoutRole } from '../errors.ts';
import { releaseWork } from './release.ts';
import { newSecret, openSecret } from './secret.ts';
import * as store from './store.ts';
import { dropInvitation } from './store-invitations.ts';

/** An operator's credentials, shown once. */
export interface Enrolment {
  email: string;
  role: OperatorRoleKind;
  password: string;
  /** The authenticator secret in base 32, and as a URI for a QR code. */
  secret: string;
  uri: string;
}

const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 20;

/** About 115 bits, without characters that are easily confused. */
const newPassword = (): string => drawLetters(PASSWORD_LENGTH, ALPHABET);

async function newCredentials(app: App, password: string) {
  const { secret, sealed } = newSecret(app);
  return { secret, passwordHash: await hashPassword(password), totpSealed: sealed };
}

/** Adds an operator. @throws OperatorExists */
export async function addOperator(
  app: App,
  operator: { email: string; role: OperatorRole; password?: string },
  actor: string,
): Promise<Enrolment> {
  const { email, role, password = newPassword() } = operator;
  const { secret, ...credentials } = await newCredentials(app, password);
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const id = await store.insertOperator(tx, { ...credentials, email, role, now });
    if (id === undefined) throw new OperatorExists();
    await recordProviderAudit(tx, { actor }, now, {
      action: 'operator.add',
      subject: `operator:${id}`,
      after: { email, role },
    });
  });
  return { email, role, password, secret, uri: totpUri(email, secret) };
}

/** Replaces an operator's password and authenticator; ends every session. @throws OperatorNotFound, OperatorWithoutRole */
export async function renewOperator(
  app: App,
  email: string,
  actor: string,
  { password = newPassword() }: { password?: string } = {},
): Promise<Enrolment> {
  const { secret, ...credentials } = await newCredentials(app, password);
  const now = app.clock.now();
  const role = await transaction(app.db, async (tx) => {
    const found = await store.findOperator(tx, email);
    if (!found) throw new OperatorNotFound();
    if (found.role === 'none') throw new OperatorWithoutRole();
    await store.replaceCredentials(tx, found.id, credentials);
    await store.endRequestsOf(tx, found.id, now);
    await dropInvitation(tx, found.id);
    await store.endSessionsOf(tx, found.id, now);
    await recordProviderAudit(tx, { actor }, now, {
      action: 'operator.renew',
      subject: `operator:${found.id}`,
      after: { email },
    });
    return found.role;
  });
  return { email, role, password, secret, uri: totpUri(email, secret) };
}

/** Disables an operator from the next call on. @throws OperatorNotFound */
export async function disableOperator(app: App, email: string, actor: string): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const found = await store.findOperator(tx, email);
    if (!found) throw new OperatorNotFound();
    await store.disableOperator(tx, found.id, now);
    await releaseWork(tx, found, new Set(), { by: null, now });
    await dropInvitation(tx, found.id);
    await store.endSessionsOf(tx, found.id, now);
    await recordProviderAudit(tx, { actor }, now, {
      action: 'operator.disable',
      subject: `operator:${found.id}`,
      after: { email },
    });
  });
}

/** Returns an operator's authenticator secret again; null when this server cannot decrypt it. */
export async function revealTotpSecret(app: App, email: string): Promise<string | null> {
  const found = await store.findOperator(app.db, email);
  return found?.totpSealed ? openSecret(app, found.totpSealed) : null;
}
