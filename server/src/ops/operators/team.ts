/** Manages operators on behalf of administrators in the console. */

import {
  type ChangeRoleForm,
  INVITATION_HOURS,
  type InviteForm,
  type OperatorRow,
} from '@daftar/contract/ops-operators';
import { OPERATOR_ROLES } from '@daftar/contract/ops-roles';
import type { Paging } from '@daftar/contract/paging';
import { searchKey } from '@daftar/contract/search-key';
import type { z } from 'zod/mini';
import type { LoggedSide } from '../../audit/fields.ts';
import { PROVIDER, recordProviderAudit } from '../../audit/record.ts';
import { requireOwnPassword } from '../../auth/operator-proof.ts';
import { hashToken, randomSecret } from '../../auth/secrets.ts';
import { composeEmail } from '../../messages/email.ts';
import { sendMessage } from '../../messages/send.ts';
import { sentence } from '../../messages/words.ts';
import { at, opsList } from '../../ops-lists/list.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import { translate } from '../../platform/i18n/translate.ts';
import { typedText } from '../../platform/lists/search.ts';
import { authorOf } from '../by.ts';
import { LastAdmin, OperatorExists, OperatorNotFound, OperatorWithoutRole, OwnOperator } from '../errors.ts';
import { type Change, changeOperators, requireHeld } from './change.ts';
import { releaseWork } from './release.ts';
import { powersOfCustom } from './roles.ts';
import { holdsAll, type Powers, powersOf, powersOfKind, roleNameOf } from './rules.ts';
import * as store from './store.ts';
import {
  dropInvitation,
  type ListedOperator,
  listOperators,
  type OperatorFilters,
  operatorSource,
  writeInvitation,
} from './store-invitations.ts';
import { findRole } from './store-roles.ts';

/** Returns the built-in roles whose names contain a typed text, in either language. */
const rolesNamed = (typed: string) =>
  OPERATOR_ROLES.filter((role) =>
    (['en', 'ar'] as const).some((locale) =>
      searchKey(translate(locale, `ops.operatorRole.${role}`)).includes(searchKey(typedText(typed))),
    ),
  );

/** The list of everybody with access to the console, also as a file. */
export const operators = opsList<
  Paging<'email' | 'created_at' | 'last_seen_at'>,
  OperatorFilters,
  ListedOperator,
  OperatorRow
>({
  what: 'operators',
  find: (_app, paging, filters) => (db) => operatorSource(db, paging, filters, rolesNamed(filters.q ?? '')),
  wireOf: (row, _locale, by) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    role_id: row.roleId,
    role_name: roleNameOf(row),
    editable: row.id !== by.operatorId && holdsAll(by, powersOf(row)),
    state: row.disabledAt ? 'disabled' : row.hasJoined ? 'active' : 'invited',
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
    invited_until: row.invitedUntil?.toISOString() ?? null,
    ended_by_directory: row.isEndedByDirectory,
  }),
  cells: (say) => ({
    email: (row) => row.email,
    role: (row) => say(`ops.operatorRole.${row.role}`),
    roleNameEn: (row) => row.role_name?.en ?? '',
    roleNameAr: (row) => row.role_name?.ar ?? '',
    status: (row) => say(`ops.operatorState.${row.state}`),
    created: (row) => at(row.created_at),
    lastSeen: (row) => at(row.last_seen_at),
    invitedUntil: (row) => at(row.invited_until),
  }),
});

/** Returns the powers of a role that the caller may give. @throws BeyondYours, InvalidError 422 on `role` */
async function givable(change: Change, choice: store.RoleChoice): Promise<Powers> {
  const custom = typeof choice === 'number' ? await findRole(change.tx, choice) : null;
  if (custom === undefined) throw InvalidError.field('role', 'Invalid');
  const powers = typeof choice === 'number' ? powersOfCustom(custom!) : powersOfKind(choice);
  requireHeld(change, powers);
  return powers;
}

/**
 * Sends an invitation link.
 * @throws OperatorExists, BeyondYours, InvalidError 422 on `role` or `current_password`
 */
export async function inviteOperator(
  app: App,
  by: Operator,
  { email, role, current_password }: z.output<typeof InviteForm>,
): Promise<void> {
  await requireOwnPassword(app, by, current_password);
  await changeOperators(app, by, async (change) => {
    const { tx, now } = change;
    await givable(change, role);
    const id = await store.insertOperator(tx, { email, role, now, invitedBy: by.operatorId });
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
 * Invalidates an operator's password, authenticator and sessions, and sends a link for new ones, for operators who
 * lost theirs or who return.
 * @throws OperatorNotFound, OwnOperator, BeyondYours, LastAdmin, OperatorWithoutRole
 */
export function resetOperator(app: App, by: Operator, id: number): Promise<void> {
  return changeOne(app, by, id, async ({ tx, now }, operator) => {
    if (operator.role === 'none') throw new OperatorWithoutRole();
    await store.replaceCredentials(tx, id, null);
    await store.noteReset(tx, id, { by: by.operatorId, now });
    await store.endRequestsOf(tx, id, now);
    await sendLink(app, tx, by, operator);
    await store.endSessionsOf(tx, id, now);
    return { action: 'operator.reset', after: { email: operator.email } };
  });
}

/** Disables an operator from the next call on. @throws OperatorNotFound, OwnOperator, BeyondYours, LastAdmin */
export function disableOperator(app: App, by: Operator, id: number): Promise<void> {
  return changeOne(app, by, id, async ({ tx, now }, operator) => {
    await store.disableOperator(tx, id, now);
    await dropInvitation(tx, id);
    await releaseWork(tx, operator, new Set(), { by: by.operatorId, now });
    await store.endSessionsOf(tx, id, now);
    return { action: 'operator.disable', after: { email: operator.email } };
  });
}

/**
 * Gives an operator another role from their next call on, including in open sessions. Their requests that the new
 * role does not permit lapse.
 * @throws OperatorNotFound, OwnOperator, BeyondYours, LastAdmin, InvalidError 422 on `role` or `current_password`
 */
export async function changeRole(
  app: App,
  by: Operator,
  id: number,
  { role, current_password }: z.output<typeof ChangeRoleForm>,
): Promise<void> {
  if (!(await listOperators(app.db)).some((each) => each.id === id)) throw new OperatorNotFound();
  await requireOwnPassword(app, by, current_password);
  await changeOne(app, by, id, async (change, operator) => {
    const { tx, now } = change;
    const powers = await givable(change, role);
    await store.writeRole(tx, id, role, { by: by.operatorId, now });
    await releaseWork(tx, operator, powers.permissions, { by: by.operatorId, now });
    const before = operator.roleId ?? operator.role;
    return { action: 'operator.role', before: { role: before }, after: { email: operator.email, role } };
  });
}

/** Changes another operator, and logs it. */
async function changeOne(
  app: App,
  by: Operator,
  id: number,
  work: (
    change: Change,
    operator: store.OperatorRow,
  ) => Promise<{
    action: 'operator.reset' | 'operator.disable' | 'operator.role';
    before?: LoggedSide;
    after: LoggedSide;
  }>,
): Promise<void> {
  await changeOperators(app, by, async (change) => {
    const { tx, now, all } = change;
    const operator = all.find((each) => each.id === id);
    if (!operator) throw new OperatorNotFound();
    // An administrator who disabled themselves could not undo it; use the command line for that.
    if (id === by.operatorId) throw new OwnOperator();
    requireHeld(change, powersOf(operator));
    // Also prevents two administrators from disabling each other at the same moment.
    if (!all.some((each) => each.id !== id && isWorkingAdmin(each))) throw new LastAdmin();
    const entry = await work(change, operator);
    await recordProviderAudit(tx, authorOf(by), now, { subject: `operator:${id}`, ...entry });
  });
}

/** Returns whether an operator is an administrator who can sign in. */
export const isWorkingAdmin = ({ role, disabledAt, passwordHash }: store.OperatorRow) =>
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
  const say = (key: string) => sentence(locale, `ops.invitationMail.${key}`, params);
  // In the fragment, so that the token reaches no server's log.
  const url = `${app.config.publicUrl}/ops/join?lang=${locale}#${token}`;
  const content = composeEmail({
    locale,
    subject: say('subject'),
    heading: say('heading'),
    paragraphs: [say('text'), say('notYou')],
    action: { label: say('action'), url },
    footer: sentence(locale, 'messages.footerEntered'),
  });
  await sendMessage(app, tx, {
    merchantId: PROVIDER,
    channel: 'email',
    to: email,
    locale,
    ...content,
    links: [url],
    expiresAt,
  });
}
