/** The provider's own directory, which provisions operators: they have an address and a role here, and no name. */
import { OPS_SCIM_PATH } from '@daftar/contract/ops-directory';
import type { App } from '../../platform/context.ts';
import type { Guesses } from '../../platform/http/guesses.ts';
import type { Directory } from '../../scim/directory.ts';
import { callerOf, changeBy, type DirectoryChange, type Provisioner } from './caller.ts';
import * as people from './people.ts';
import { operatorGroups } from './store-groups.ts';
import { countPeople, listPeople } from './store-people.ts';

/** The provider's own directory. @param guesses counts unknown tokens */
export const directoryOfOperators = (
  app: App,
  guesses: Guesses,
): Directory<Provisioner, DirectoryChange> => ({
  path: OPS_SCIM_PATH,
  notKept: new Set(['name', 'displayname', 'preferredlanguage', 'locale', 'phonenumbers']),
  isAddressFixed: true,
  person: 'operator',
  ownWords: new Set(['token', 'User', 'Group', 'User.userName', 'User.active', 'User.emails', 'User.roles']),
  callerOf: (token, address) => callerOf(app, guesses, token, address),
  principalOf: () => 'scim.operators',
  changed: () => undefined,
  changeBy: (who, work) => changeBy(app, who, work),
  logByDirectory: people.logByDirectory,
  giveRolesOf: people.giveRolesOf,
  countPeople,
  listPeople,
  createPerson: (who, input) => people.createPerson(app, who, input),
  changePerson: (who, id, input) => people.changePerson(app, who, id, input),
  deletePerson: (who, id) => people.deletePerson(app, who, id),
  groups: operatorGroups,
});
