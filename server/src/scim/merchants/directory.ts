/** The directory of a business, which provisions its users. */
import { SCIM_PATH } from '@daftar/contract/scim';
import type { Auth } from '../../auth/context.ts';
import type { App } from '../../platform/context.ts';
import type { Guesses } from '../../platform/http/guesses.ts';
import { type DirectoryChange, logByDirectory } from '../../team/directory.ts';
import type { Directory } from '../directory.ts';
import { callerOf, changeBy, type Provisioner } from './caller.ts';
import * as people from './people.ts';
import { merchantGroups } from './store-groups.ts';
import { countPeople, listPeople } from './store-people.ts';

/**
 * Returns the directory of businesses.
 * @param guesses counts unknown tokens
 * @param changed evicts the merchant's API keys from this process's cache, because their permissions depend on those
 * of their makers
 */
export const directoryOfMerchants = (
  app: App,
  auth: Auth,
  guesses: Guesses,
  changed: (merchant: { merchantId: number }) => void,
): Directory<Provisioner, DirectoryChange> => ({
  path: SCIM_PATH,
  notKept: new Set(),
  isAddressFixed: false,
  person: 'user',
  ownWords: new Set(),
  callerOf: (token, address) => callerOf(app, guesses, token, address),
  principalOf: ({ merchantId }) => `scim.${merchantId}`,
  changed,
  changeBy: (who, work) => changeBy(app, auth, who, work),
  logByDirectory,
  giveRolesOf: (change, userIds) => people.giveRolesOf(app, change, userIds),
  countPeople,
  listPeople,
  createPerson: (who, input) => people.createPerson(app, auth, who, input),
  changePerson: (who, id, input) => people.changePerson(app, auth, who, id, input),
  deletePerson: (who, id) => people.deletePerson(app, auth, who, id),
  groups: merchantGroups,
});
