/** Manages the token of a company's directory: making, replacing and revoking it. */
import { SCIM_PATH, type Scim, type ScimFormValues } from '@daftar/contract/scim';
import type { StepUp } from '@daftar/contract/step-up';
import { DIRECTORY_ACTOR, recordAudit } from '../../audit/record.ts';
import { recentOf } from '../../audit/service.ts';
import type { Auth } from '../../auth/context.ts';
import { hashToken, randomSecret } from '../../auth/secrets.ts';
import { requireStepUp } from '../../auth/step-up.ts';
import { ProveDomainFirst } from '../../company-sign-in/errors.ts';
import { getSettings } from '../../company-sign-in/settings.ts';
import { notifyOwners } from '../../notifications/owners.ts';
import type { App, Caller } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts';
import { type Change, changeTeam, requireAllPowers } from '../../team/change.ts';
import { mayBegin } from '../../team/directory.ts';
import * as store from './store.ts';

/** The page of these settings. */
const HREF = '/users-and-roles';
const SHOWN_CHARACTERS = 9;
const RECENT = 5;

/** The directory of the business has no token. */
class NoToken extends NotFoundError {}

/** Returns the URL that a directory calls. */
const scimUrl = ({ config }: Pick<App, 'config'>): string => `${config.publicUrl}${SCIM_PATH}`;

/** Returns the settings as their business sees them. */
export async function readSettings(app: App, caller: Caller): Promise<Scim> {
  const row = await store.findSettings(app.db, caller);
  const recent = await recentOf(app, caller, DIRECTORY_ACTOR, RECENT);
  return {
    url: scimUrl(app),
    token: row && {
      shown: row.shown,
      made_at: row.madeAt.toISOString(),
      made_by: row.madeBy,
      maker_left: row.hasMakerLeft,
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
      starting_role_id: row.startingRoleId,
      starting_role: caller.locale === 'ar' ? row.roleNameAr : row.roleNameEn,
    },
    people: row?.people ?? 0,
    groups: row?.groups ?? 0,
    recent: recent.map(({ id, created_at, action_name, subject_reference }) => {
      return { id, created_at, action_name, subject: subject_reference };
    }),
  };
}

/**
 * Makes a token, which is shown once, and revokes the former one. Its holder controls everybody of the domain except
 * owners, so this requires every permission and step-up, and tells every owner.
 * @throws InvalidError 422 on `starting_role_id` or for a wrong password, BeyondYourPermissions, NoProvider,
 * ProveDomainFirst
 */
export async function makeToken(
  app: App,
  auth: Auth,
  caller: Caller,
  { starting_role_id: startingRoleId, ...proof }: ScimFormValues,
): Promise<Scim & { new_token: string }> {
  const token = `scim_${randomSecret()}`;
  const settings = await change(app, auth, caller, proof, async ({ tx, now }) => {
    const { verifiedAt } = await getSettings({ ...app, db: tx }, caller);
    if (!verifiedAt) throw new ProveDomainFirst();
    await requireStartingRole(tx, caller, startingRoleId);
    const before = await store.findSettings(tx, caller);
    const shown = token.slice(0, SHOWN_CHARACTERS);
    await store.saveToken(tx, caller, { startingRoleId, hash: hashToken(token), shown, now });
    await recordAudit(tx, caller, now, {
      action: 'scim.token',
      subject: `merchant:${caller.merchantId}`,
      ...(before ? { before: { token: before.shown, role_id: before.startingRoleId } } : {}),
      after: { token: shown, role_id: startingRoleId },
    });
    await notifyOwners({ ...app, db: tx }, caller, { kind: 'scim-token-made', href: HREF });
  });
  return { ...settings, new_token: token };
}

/** Sets the starting role of people, and tells every owner. @throws InvalidError 422, BeyondYourPermissions, NoToken */
export function setStartingRole(
  app: App,
  auth: Auth,
  caller: Caller,
  { starting_role_id: startingRoleId, ...proof }: ScimFormValues,
): Promise<Scim> {
  return change(app, auth, caller, proof, async ({ tx, now }) => {
    const before = await store.findSettings(tx, caller);
    if (!before) throw new NoToken();
    await requireStartingRole(tx, caller, startingRoleId);
    await store.setStartingRole(tx, caller, startingRoleId);
    await recordAudit(tx, caller, now, {
      action: 'scim.role',
      subject: `merchant:${caller.merchantId}`,
      before: { role_id: before.startingRoleId },
      after: { role_id: startingRoleId },
    });
    await notifyOwners({ ...app, db: tx }, caller, { kind: 'scim-role-changed', href: HREF });
  });
}

/**
 * Revokes the token and deletes the groups.
 * @throws InvalidError 422 for a wrong password, BeyondYourPermissions, NoToken
 */
export async function revokeToken(app: App, auth: Auth, caller: Caller, proof: StepUp): Promise<void> {
  await change(app, auth, caller, proof, async ({ tx, now }) => {
    const before = await store.findSettings(tx, caller);
    if (!before) throw new NoToken();
    await store.removeSettings(tx, caller);
    await recordAudit(tx, caller, now, {
      action: 'scim.revoke',
      subject: `merchant:${caller.merchantId}`,
      before: { token: before.shown, role_id: before.startingRoleId, groups: before.groups },
    });
    await notifyOwners({ ...app, db: tx }, caller, { kind: 'scim-token-revoked', href: HREF });
  });
}

/** Runs a change by a person who holds every permission and has stepped up. */
async function change(
  app: App,
  auth: Auth,
  caller: Caller,
  proof: StepUp,
  work: (change: Change) => Promise<void>,
): Promise<Scim> {
  requireAllPowers(caller.permissions);
  await requireStepUp(app, caller, proof);
  return changeTeam(app, auth, caller, 'require-two-step', async (change) => {
    requireAllPowers(change.held);
    await work(change);
    return readSettings({ ...app, db: change.tx }, caller);
  });
}

async function requireStartingRole(tx: Tx, caller: Caller, roleId: number): Promise<void> {
  if (!(await mayBegin(tx, caller, roleId))) throw InvalidError.field('starting_role_id', 'StartingRole');
}
