/** Managing operators, as administrators do in the console. */
import { INVITATION_HOURS, type InviteForm, type OperatorRow } from '@daftar/contract/ops-operators';
import type { z } from 'zod/mini';
import { PROVIDER, recordProviderAudit } from '../../audit/record.ts';
import { hashToken, randomSecret } from '../../auth/secrets.ts';
import { composeEmail } from '../../messages/email.ts';
import { sendMessage } from '../../messages/send.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { translate } from '../../platform/i18n/translate.ts';
import { releaseTickets } from '../../tickets/index.ts';
import { authorOf } from '../by.ts';
import { LastAdmin, OperatorExists, OperatorNotFound, OwnOperator } from '../errors.ts';
import * as store from './store.ts';
import { dropInvitation, listOperators as findAll, writeInvitation } from './store-invitations.ts';

/** Lists the operators, disabled ones last. */
export async function listOperators(app: App): Promise<OperatorRow[]> {
  return (await findAll(app.db)).map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    state: row.disabledAt ? 'disabled' : row.hasJoined ? 'active' : 'invited',
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
    invited_until: row.invitedUntil?.toISOString() ?? null,
  }));
}

/** Sends an invitation link. @throws OperatorExists */
export async function inviteOperator(
  app: App,
  by: Operator,
  { email, role }: z.output<typeof InviteForm>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const id = await store.insertOperator(tx, { email, role, now });
    if (id === undefined) throw new OperatorExists();
    await sendLink(app, tx, by, { id, email });
    await recordProviderAudit(tx, authorOf(by), now, {
      action: 'operator.invite',
      subject: `operator:${id}`,
      after: { email, role },
    });
  });
}

/**
 * Invalidates an operator's password, authenticator and sessions, and sends a link for new ones: for operators who lost
 * theirs, or who return.
 * @throws OperatorNotFound, OwnOperator, LastAdmin
 */
export function resetOperator(app: App, by: Operator, id: number): Promise<void> {
  return change(app, by, id, 'reset', async (tx, operator) => {
    await store.replaceCredentials(tx, id, null);
    await sendLink(app, tx, by, operator);
  });
}

/** Disables an operator from the next call on. @throws OperatorNotFound, OwnOperator, LastAdmin */
export function disableOperator(app: App, by: Operator, id: number): Promise<void> {
  return change(app, by, id, 'disable', async (tx) => {
    const now = app.clock.now();
    await store.disableOperator(tx, id, now);
    await dropInvitation(tx, id);
    await releaseTickets(tx, id, by.operatorId, now);
  });
}

async function change(
  app: App,
  by: Operator,
  id: number,
  what: 'reset' | 'disable',
  work: (tx: Tx, operator: store.OperatorRow) => Promise<void>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const all = await store.lockOperators(tx);
    const operator = all.find((each) => each.id === id);
    if (!operator) throw new OperatorNotFound();
    // An administrator who disabled themselves could not undo it; the command line is for that.
    if (id === by.operatorId) throw new OwnOperator();
    // Also when two administrators disable each other at the same moment.
    if (!all.some((each) => each.id !== id && isWorkingAdmin(each))) throw new LastAdmin();
    await work(tx, operator);
    await store.endSessionsOf(tx, id, now);
    await recordProviderAudit(tx, authorOf(by), now, {
      action: `operator.${what}`,
      subject: `operator:${id}`,
      after: { email: operator.email },
    });
  });
}

const isWorkingAdmin = ({ role, disabledAt, passwordHash }: store.OperatorRow) =>
  role === 'admin' && disabledAt === null && passwordHash !== null;

async function sendLink(
  app: App,
  tx: Tx,
  by: Operator,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const now = app.clock.now();
  const token = randomSecret();
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * 3_600_000);
  await writeInvitation(tx, { operatorId: id, tokenHash: hashToken(token), now, expiresAt });
  const { locale } = by;
  const params = { hours: INVITATION_HOURS, by: by.email };
  const say = (key: string) => translate(locale, { key: `ops.invitationMail.${key}`, params }, 'latin');
  // In the fragment, so that the token reaches no server's log.
  const url = `${app.config.publicUrl}/ops/join?lang=${locale}#${token}`;
  const content = composeEmail({
    locale,
    heading: say('heading'),
    paragraphs: [say('text'), say('notYou')],
    action: { label: say('action'), url },
  });
  await sendMessage(app, tx, {
    merchantId: PROVIDER,
    channel: 'email',
    to: email,
    locale,
    subject: say('subject'),
    ...content,
    links: [url],
    expiresAt,
  });
}
