/** Manages the token of the provider's directory: making, replacing and revoking it. */
import { OPS_SCIM_PATH, type OperatorDirectory } from '@daftar/contract/ops-directory';
import { DIRECTORY_ACTOR, PROVIDER, recordProviderAudit } from '../../audit/record.ts';
import { wordsOf } from '../../audit/service.ts';
import { requireOwnPassword } from '../../auth/operator-proof.ts';
import { hashToken, randomSecret } from '../../auth/secrets.ts';
import { composeEmail } from '../../messages/email.ts';
import { sendMessage } from '../../messages/send.ts';
import { sentence } from '../../messages/words.ts';
import type { App, Operator } from '../../platform/context.ts';
import { authorOf } from '../by.ts';
import { NoDirectoryToken, OperatorDirectoryOff } from '../errors.ts';
import { type Change, changeOperators, requireHeld } from '../operators/change.ts';
import { powersOfKind } from '../operators/rules.ts';
import { isWorkingAdmin } from '../operators/team.ts';
import { allowedBy } from './caller.ts';
import * as store from './store.ts';
import { countMembers } from './store-groups.ts';

const SHOWN_CHARACTERS = 13;
const RECENT = 5;
const SCREEN = '/ops/operator-directory';

/** Returns the settings as administrators see them. */
export async function readSettings(
  { config, db }: Pick<App, 'config' | 'db'>,
  { locale }: Pick<Operator, 'locale'>,
): Promise<OperatorDirectory> {
  const token = await store.findToken(db);
  const members = await countMembers(db);
  const recent = await store.recentBy(db, DIRECTORY_ACTOR, RECENT);
  return {
    url: `${config.publicUrl}${OPS_SCIM_PATH}`,
    domain: allowedBy({ config })?.domain ?? null,
    mapping: (config.operatorSignIn?.groups ?? []).map(({ name, role }) => ({
      group: name,
      role,
      operators: members.get(name) ?? null,
    })),
    token: token && {
      shown: token.shown,
      made_at: token.madeAt.toISOString(),
      made_by: token.madeBy,
      maker_left: token.hasMakerLeft,
      last_used_at: token.lastUsedAt?.toISOString() ?? null,
    },
    ...(await store.countKept(db)),
    recent: recent.map(({ id, at, action, subject }) => ({
      id,
      at: at.toISOString(),
      action_name: wordsOf(locale, { action, subject: null, before: null, after: null }).action_name,
      subject,
    })),
  };
}

/**
 * Makes a token, which is shown once, and revokes the former one. The token's holder can give the roles of the
 * configured groups, so its maker must hold all their powers and step up, and every administrator is told.
 * @throws OperatorDirectoryOff, BeyondYours, InvalidError 422 on `current_password`
 */
export async function makeToken(
  app: App,
  by: Operator,
  password: string | null | undefined,
): Promise<OperatorDirectory & { new_token: string }> {
  const allowed = allowedBy(app);
  if (!allowed) throw new OperatorDirectoryOff();
  await requireOwnPassword(app, by, password);
  const token = `scim_ops_${randomSecret()}`;
  const settings = await changeOperators(app, by, async (change) => {
    const { tx, now } = change;
    for (const { role } of allowed.groups) requireHeld(change, powersOfKind(role));
    const before = await store.findToken(tx);
    const shown = token.slice(0, SHOWN_CHARACTERS);
    await store.saveToken(tx, { hash: hashToken(token), shown, by: by.operatorId, now });
    await recordProviderAudit(tx, authorOf(by), now, {
      action: 'operator-directory.token',
      ...(before ? { before: { token: before.shown } } : {}),
      after: { token: shown },
    });
    await tellAdministrators(app, change, by, 'made');
    return readSettings({ ...app, db: tx }, by);
  });
  return { ...settings, new_token: token };
}

/**
 * Revokes the token and deletes the groups; operators do not change.
 * @throws NoDirectoryToken, InvalidError 422 on `current_password`
 */
export async function revokeToken(
  app: App,
  by: Operator,
  password: string | null | undefined,
): Promise<void> {
  if (!(await store.findToken(app.db))) throw new NoDirectoryToken();
  await requireOwnPassword(app, by, password);
  await changeOperators(app, by, async (change) => {
    const { tx, now } = change;
    const before = await store.findToken(tx);
    if (!before) throw new NoDirectoryToken();
    const { groups } = await store.countKept(tx);
    await store.removeToken(tx);
    await recordProviderAudit(tx, authorOf(by), now, {
      action: 'operator-directory.revoke',
      before: { token: before.shown, groups },
    });
    await tellAdministrators(app, change, by, 'revoked');
  });
}

/**
 * E-mails every administrator who can sign in, including the one who made the change, because their session may have
 * been hijacked.
 */
async function tellAdministrators(
  app: App,
  { tx, all }: Change,
  { email, locale }: Operator,
  what: 'made' | 'revoked',
): Promise<void> {
  const say = (key: string) => sentence(locale, `ops.directoryMail.${key}`, { by: email });
  const url = `${app.config.publicUrl}${SCREEN}`;
  const content = composeEmail({
    locale,
    subject: say(`${what}.subject`),
    heading: say(`${what}.subject`),
    paragraphs: [say(`${what}.text`), say('notYou')],
    action: { label: say('action'), url },
  });
  for (const { email: to } of all.filter(isWorkingAdmin))
    await sendMessage(app, tx, {
      merchantId: PROVIDER,
      channel: 'email',
      to,
      locale,
      ...content,
      links: [url],
    });
}
