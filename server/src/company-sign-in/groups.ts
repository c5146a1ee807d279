/** Assigns roles by groups at the company's identity provider. */
import type { CompanyGroupsFormValues, CompanySignIn } from '@daftar/contract/company-sign-in';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { changeTeam, requireAllPowers } from '../team/change.ts';
import { giveRoleByCompany, roleToGive } from '../team/company.ts';
import { NoGroup } from './errors.ts';
import { firstOf, giveRolesAnew, groupNamesOf } from './group-roles.ts';
import { getSettings, HREF, viewOf } from './settings.ts';
import * as store from './store.ts';

/**
 * Sets the role of each group, in order of precedence. It requires every permission, so that no group gives more than
 * its maker holds; nobody becomes an owner by a group.
 * @throws InvalidError 422 on `groups` or for a wrong password, BeyondYourPermissions, NoProvider
 */
export async function saveGroups(
  app: App,
  auth: Auth,
  caller: Caller,
  { groups, ...proof }: CompanyGroupsFormValues,
): Promise<CompanySignIn> {
  requireAllPowers(caller.permissions);
  await requireStepUp(app, caller, proof);
  if (new Set(groups.map(({ name }) => name)).size < groups.length)
    throw InvalidError.field('groups', 'GroupTwice');
  return changeTeam(app, auth, caller, 'require-two-step', async (change) => {
    const { tx, now, held } = change;
    requireAllPowers(held);
    const inside = { ...app, db: tx };
    await getSettings(inside, caller);
    for (const { role_id } of groups) {
      if (!(await roleToGive(tx, caller, role_id))) throw InvalidError.field('groups', 'GroupRole');
    }
    const shown = (rows: readonly store.GroupRow[]) =>
      rows.map(({ name, roleId }) => `${name} → role:${roleId}`);
    const before = shown(await store.listGroups(tx, caller));
    await store.replaceGroups(tx, caller, groups);
    await giveRolesAnew(inside, tx, caller);
    await recordAudit(tx, caller, now, {
      action: 'company-sign-in.groups',
      subject: `merchant:${caller.merchantId}`,
      before: { groups: before },
      after: { groups: shown(await store.listGroups(tx, caller)) },
    });
    await notifyOwners(inside, caller, { kind: 'company-groups-changed', href: HREF });
    return viewOf(inside, caller, await getSettings(inside, caller));
  });
}

/**
 * Gives a person the role of the first group to which they belong. Does nothing if no group has a role, and for
 * owners.
 * @param who.groups as stated by the identity provider at this sign-in; null if it states none, and those of its
 * directory (SCIM) apply
 * @throws NoGroup for a person who is in none
 */
export async function applyGroups(
  app: App,
  auth: Auth,
  settings: store.SettingsRow,
  who: { userId: number; address: string; groups: readonly string[] | null },
): Promise<void> {
  const mapped = await store.listGroups(app.db, settings);
  if (mapped.length === 0) return;
  const key = { merchantId: settings.merchantId, userId: who.userId };
  const group = firstOf(mapped, who.groups ?? (await groupNamesOf(app.db, key)));
  const how = { address: who.address, by: settings.changedBy, group: group?.name ?? null };
  if (!(await giveRoleByCompany(app, auth, key, group?.roleId ?? null, how))) throw new NoGroup();
}
