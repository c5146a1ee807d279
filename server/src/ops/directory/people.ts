/** Operators as provisioned by the provider's directory. */
import { DIRECTORY_ACTOR, type ProviderEntry, recordProviderAudit } from '../../audit/record.ts';
import { firstOf } from '../../company-sign-in/group-roles.ts';
import type { App } from '../../platform/context.ts';
import { domainOfEmail } from '../../platform/email-domain.ts';
import type { PersonRow } from '../../scim/directory.ts';
import { invalidValue, notFound, ScimError } from '../../scim/errors.ts';
import type { PersonInput } from '../../scim/input.ts';
import { getPerson } from '../../scim/people.ts';
import { PEOPLE_MAXIMUM } from '../../scim/schemas.ts';
import { releaseWork } from '../operators/release.ts';
import { isSpared, mayGiveByDirectory, powersOfKind } from '../operators/rules.ts';
import * as operators from '../operators/store.ts';
import { dropInvitation } from '../operators/store-invitations.ts';
import { isWorkingAdmin } from '../operators/team.ts';
import { changeBy, type DirectoryChange, type Provisioner, taken } from './caller.ts';
import { listGroupNames } from './store-groups.ts';
import * as store from './store-people.ts';

/** An operator, with the directory's data about them. */
type Kept = operators.OperatorRow & store.KeptRow;

/** Logs a change by the directory. */
export function logByDirectory({ tx, now, who }: DirectoryChange, entry: ProviderEntry): Promise<void> {
  return recordProviderAudit(tx, { actor: DIRECTORY_ACTOR, address: who.address }, now, entry);
}

/**
 * Adds an operator without a role or credentials: they cannot sign in before one of their groups has a role. An
 * operator whom the directory had deleted starts anew.
 * @throws ScimError 400 for another domain, 409 for an existing operator
 */
export function createPerson(app: App, caller: Provisioner, input: PersonInput): Promise<PersonRow> {
  const { userName: email, directoryId = null, isActive = true } = input;
  if (email === undefined) throw invalidValue('userName');
  if (domainOfEmail(email) !== caller.domain)
    throw invalidValue('userName', 'otherDomain', { domain: caller.domain });
  return changeBy(app, caller, async (change, who) => {
    const { tx, now } = change;
    if ((await store.countPeople(tx, who, {})) >= PEOPLE_MAXIMUM)
      throw new ScimError(403, 'tooManyPeople', { params: { maximum: PEOPLE_MAXIMUM } });
    const person = { email, directoryId, isActive };
    const maker = { madeBy: who.madeBy, now };
    const former = change.all.find((each) => each.email === email);
    const id = former
      ? await revive(change, former, person, maker)
      : await store.insertPerson(tx, person, maker);
    if (id === undefined) throw taken();
    await logByDirectory(change, {
      action: 'operator.add',
      subject: `operator:${id}`,
      after: { email, role: 'none', directory_id: directoryId },
    });
    return getPerson(tx, store, who, id);
  });
}

/** Restores an operator. @throws ScimError 409 unless the directory itself has deleted them */
async function revive(
  change: DirectoryChange,
  operator: operators.OperatorRow,
  person: { directoryId: string | null; isActive: boolean },
  maker: { madeBy: number; now: Date },
): Promise<number> {
  const { isGone, isEndedByDirectory } = await keptOf(change, operator);
  if (!isGone) throw taken();
  if (!isEndedByDirectory || isSpared(change.who, operator)) throw taken('keptOut');
  await store.reviveOperator(change.tx, operator.id, person, maker);
  return operator.id;
}

/**
 * Changes the fields sent for an operator; none if any is refused. The address cannot change, because the log and
 * requests refer to operators by it.
 * @throws ScimError 400 for another address, 403 for the last administrator and for operators who sign in without the
 * company's account, 404, 409
 */
export function changePerson(
  app: App,
  caller: Provisioner,
  id: number,
  input: PersonInput,
): Promise<PersonRow> {
  return changeBy(app, caller, async (change, who) => {
    const { tx, now } = change;
    const operator = await findPerson(change, id);
    if (input.userName !== undefined && input.userName !== operator.email)
      throw new ScimError(400, 'addressStays', { scimType: 'mutability' });
    const directoryId = input.directoryId === undefined ? operator.directoryId : input.directoryId;
    const isActive = input.isActive ?? operator.isActiveInDirectory;
    if (input.isActive === false) await end(change, operator);
    if (directoryId !== operator.directoryId || isActive !== operator.isActiveInDirectory) {
      await store.updatePerson(tx, id, { directoryId, isActive }, now);
      await logByDirectory(change, {
        action: 'operator.update',
        subject: `operator:${id}`,
        before: { directory_id: operator.directoryId, active: operator.isActiveInDirectory },
        after: { directory_id: directoryId, active: isActive },
      });
    }
    if (input.isActive === true && operator.isEndedByDirectory) await giveRolesOf(change, [id]);
    return getPerson(tx, store, who, id);
  });
}

/**
 * Disables an operator and removes them from the directory's view.
 * @throws ScimError 403 as for {@link changePerson}, 404
 */
export function deletePerson(app: App, caller: Provisioner, id: number): Promise<void> {
  return changeBy(app, caller, async (change) => {
    const { tx, now } = change;
    const operator = await findPerson(change, id);
    await end(change, operator);
    await store.leaveGroups(tx, id);
    await store.updatePerson(tx, id, { directoryId: null, isActive: false, isGone: true }, now);
    await logByDirectory(change, {
      action: 'operator.delete',
      subject: `operator:${id}`,
      before: {
        email: operator.email,
        role: operator.roleId ?? operator.role,
        directory_id: operator.directoryId,
      },
    });
  });
}

/** Returns an operator whom the directory may provision. @throws ScimError 404 */
async function findPerson(change: DirectoryChange, id: number): Promise<Kept> {
  const operator = change.all.find((each) => each.id === id);
  if (!operator || !(await store.listKnown(change.tx, change.who, [id])).has(id)) throw notFound();
  return keptOf(change, operator);
}

async function keptOf({ tx }: DirectoryChange, operator: operators.OperatorRow): Promise<Kept> {
  const [kept] = await store.listKept(tx, [operator.id]);
  return { ...operator, ...kept! };
}

/**
 * Ends an operator's access at once. The directory may restore it, unless they are an administrator.
 * @throws ScimError 403 for the last administrator who can sign in, and for operators who sign in without the
 * company's account
 */
async function end(change: DirectoryChange, operator: Kept): Promise<void> {
  const { who, all } = change;
  if (who.breakGlass?.includes(operator.email)) throw new ScimError(403, 'breakGlassKept');
  if (operator.disabledAt !== null) return;
  if (isWorkingAdmin(operator) && !all.some((each) => each.id !== operator.id && isWorkingAdmin(each)))
    throw new ScimError(403, 'lastAdminKept');
  await disable(change, operator, { mayReturn: operator.role !== 'admin' });
}

async function disable(
  change: DirectoryChange,
  { id, email }: Pick<Kept, 'id' | 'email'>,
  { mayReturn }: { mayReturn: boolean },
): Promise<void> {
  const { tx, now } = change;
  await operators.disableOperator(tx, id, now);
  if (mayReturn) await store.markEnded(tx, id);
  await dropInvitation(tx, id);
  await releaseWork(tx, { id, email }, new Set(), { by: null, now });
  await operators.endSessionsOf(tx, id, now);
  await logByDirectory(change, {
    action: 'operator.disable',
    subject: `operator:${id}`,
    after: { email },
  });
}

/** Number of operators whose statements are pipelined, because each round trip adds latency. */
const AT_ONCE = 50;

/**
 * Gives operators the role of their first group that has one, and lets in those who waited for it; operators without
 * such a group lose access. Spares administrators and operators who sign in without the company's account.
 */
export async function giveRolesOf(change: DirectoryChange, ids: readonly number[]): Promise<void> {
  const { tx, who } = change;
  const [kept, names] = [await store.listKept(tx, ids), await listGroupNames(tx, ids)];
  const rows = new Map((await operators.lockOperators(tx)).map((each) => [each.id, each]));
  const people = kept
    .map((each) => ({ ...each, ...rows.get(each.id)! }))
    .filter((each) => !isSpared(who, each));
  for (let at = 0; at < people.length; at += AT_ONCE)
    await Promise.all(
      people.slice(at, at + AT_ONCE).map((each) => applyGroups(change, each, names.get(each.id) ?? [])),
    );
}

async function applyGroups(change: DirectoryChange, operator: Kept, names: readonly string[]): Promise<void> {
  const { tx, now, who, all } = change;
  const { id, email } = operator;
  const group = firstOf(who.groups, names);
  if (!group) {
    if (operator.disabledAt === null) await disable(change, operator, { mayReturn: true });
    return;
  }
  const maker = all.find((each) => each.id === who.madeBy);
  if (!mayGiveByDirectory(maker, id, group.role)) return;
  if (operator.role !== group.role) {
    await operators.writeRole(tx, id, group.role, { by: who.madeBy, now });
    const may = powersOfKind(group.role).permissions;
    if (operator.disabledAt === null) await releaseWork(tx, operator, may, { by: null, now });
    await logByDirectory(change, {
      action: 'operator.role',
      subject: `operator:${id}`,
      before: { role: operator.roleId ?? operator.role },
      after: { email, role: group.role, group: group.name },
    });
  }
  if (!operator.isEndedByDirectory || !operator.isActiveInDirectory) return;
  await store.letIn(tx, id, { madeBy: who.madeBy, now });
  await logByDirectory(change, { action: 'operator.enable', subject: `operator:${id}`, after: { email } });
}
