/** People of a business, as provisioned by its directory. */
import type { Auth } from '../../auth/context.ts';
import { rolesByGroups } from '../../company-sign-in/group-roles.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { domainOfEmail } from '../../platform/email-domain.ts';
import * as team from '../../team/directory.ts';
import type { PersonRow } from '../directory.ts';
import { invalidValue, notFound, ScimError } from '../errors.ts';
import { namesIn, type PersonInput } from '../input.ts';
import { getPerson } from '../people.ts';
import { PEOPLE_MAXIMUM } from '../schemas.ts';
import { changeBy, type Provisioner } from './caller.ts';
import * as store from './store-people.ts';

/**
 * Checks that an address belongs to the domain.
 * @throws ScimError 400 for any other, which the directory does not own
 */
function requireOwn(email: string, { domain }: Provisioner): void {
  if (domainOfEmail(email) !== domain) throw invalidValue('userName', 'otherDomain', { domain });
}

/** Adds a person with the starting role. @throws ScimError 400 for missing or invalid values, 409 for taken values */
export function createPerson(
  app: App,
  auth: Auth,
  caller: Provisioner,
  input: PersonInput,
): Promise<PersonRow> {
  const { userName: email, directoryId = null, mobile = '', locale = caller.locale, isActive = true } = input;
  const { firstName, lastName } = namesIn(input);
  if (email === undefined) throw invalidValue('userName');
  requireOwn(email, caller);
  if (firstName === undefined) throw invalidValue('name.givenName');
  if (lastName === undefined) throw invalidValue('name.familyName');
  const person = { firstName, lastName, email, mobile, directoryId, locale };
  return changeBy(app, auth, caller, async (change, who) => {
    if ((await store.countPeople(change.tx, who, {})) >= PEOPLE_MAXIMUM)
      throw new ScimError(403, 'tooManyPeople', { params: { maximum: PEOPLE_MAXIMUM } });
    const id = await team.addPerson(app, change, person, { roleId: who.startingRoleId, isActive });
    return getPerson(change.tx, store, who, id);
  });
}

/**
 * Changes the fields sent for a person; none, if any is refused.
 * @throws ScimError 400, 404, 409, and 403 for an owner, whom the directory can neither deactivate nor move
 */
export function changePerson(
  app: App,
  auth: Auth,
  caller: Provisioner,
  id: number,
  input: PersonInput,
): Promise<PersonRow> {
  return changeBy(app, auth, caller, async (change, who) => {
    const { tx } = change;
    const user = await lockPerson(tx, who, id);
    const names = namesIn(input);
    const person = {
      firstName: names.firstName ?? user.firstName,
      lastName: names.lastName ?? user.lastName,
      email: input.userName ?? user.email,
      mobile: input.mobile ?? user.mobile,
      directoryId: input.directoryId === undefined ? user.directoryId : input.directoryId,
      locale: user.locale,
    };
    if (person.email !== user.email) requireOwn(person.email, who);
    await team.changePerson(app, change, user, person);
    if (input.isActive === false) await team.endPerson(app, change, user);
    if (input.isActive === true) await team.letPersonIn(app, change, user);
    return getPerson(tx, store, who, id);
  });
}

/** Deletes a person; what they made stays. @throws ScimError 404, and 403 for an owner */
export function deletePerson(app: App, auth: Auth, caller: Provisioner, id: number): Promise<void> {
  return changeBy(app, auth, caller, async (change, who) => {
    const user = await lockPerson(change.tx, who, id);
    await team.removePerson(app, change, user);
    await store.leaveGroups(change.tx, who, id);
  });
}

/** Returns a person under the lock of the team. @throws ScimError 404 */
async function lockPerson(tx: Tx, who: Provisioner, id: number) {
  await getPerson(tx, store, who, id);
  const user = await team.findPerson(tx, who, id);
  if (!user) throw notFound();
  return user;
}

/** Gives people the roles of their groups after their groups have changed. */
export async function giveRolesOf(
  app: App,
  change: team.DirectoryChange,
  userIds: readonly number[],
): Promise<void> {
  const given = await rolesByGroups(change.tx, change, userIds);
  await team.giveRoles(app, change.tx, change, given, team.byDirectory(change));
}
