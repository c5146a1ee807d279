import { team as endpoints } from '@daftar/contract/team';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth/context.ts';
import { endView } from '../auth/viewing.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as access from './access.ts';
import { answerAddress } from './addresses.ts';
import * as roles from './roles.ts';
import { readTwoStepPolicy, setTwoStepPolicy } from './two-step.ts';
import * as users from './users.ts';

/** Mounts a merchant's people and roles. @param changed evicts the merchant's keys from this process's cache. */
export function registerTeam(
  server: FastifyInstance,
  options: MountOptions,
  auth: Auth,
  changed: (merchant: { merchantId: number }) => void,
): void {
  mount(server, options, endpoints, {
    permissions: async ({ caller }) => ({ data: roles.permissionGroups(caller.locale) }),
    roles: async ({ app, caller }) => ({ data: await roles.listRoles(app, caller) }),
    insight: async ({ app, caller }) => ({ data: await roles.rolesInsight(app, caller) }),
    rolePermissions: async ({ app, caller, params }) => ({
      data: await roles.permissionsOfRole(app, caller, params.id),
    }),
    createRole: async ({ app, caller, body }) => ({
      data: await roles.createRole(app, auth, caller, body),
      message: { key: 'team.roleCreated' },
    }),
    updateRole: async ({ app, caller, params, body }) => {
      await roles.updateRole(app, auth, caller, params.id, body);
      changed(caller);
      return { message: { key: 'team.roleUpdated' } };
    },
    deleteRole: async ({ app, caller, params }) => {
      await roles.deleteRole(app, auth, caller, params.id);
      return { message: { key: 'team.roleDeleted' } };
    },
    viewAs: async ({ app, caller, params }) => {
      await roles.viewAsRole(app, auth, caller, params.id);
      return { message: { key: 'team.viewing' } };
    },
    endView: async ({ app, caller }) => {
      await endView(app, auth, caller);
      return { message: { key: 'team.ownView' } };
    },
    users: ({ app, caller, query }) => users.listUsers(app, caller, query),
    user: async ({ app, caller, params }) => ({ data: await users.getUser(app, caller, params.id) }),
    createUser: async ({ app, caller, body }) => ({
      data: await users.createUser(app, auth, caller, body),
      message: { key: 'team.userCreated' },
    }),
    updateUser: async ({ app, caller, params, body }) => {
      const { waits } = await users.updateUser(app, auth, caller, params.id, body);
      changed(caller);
      return { message: { key: waits ? 'team.addressWaits' : 'team.userUpdated' } };
    },
    answerAddress: async ({ app, visitor, body }) => {
      const state = await answerAddress(app, auth, visitor.address, body);
      return { data: { state }, message: { key: `team.address.${state}` } };
    },
    stopAddress: async ({ app, caller, params }) => {
      await access.stopAddressOf(app, auth, caller, params.id);
      return { message: { key: 'team.addressStopped' } };
    },
    userKeys: async ({ app, caller, params }) => ({ data: await users.keysOfUser(app, caller, params.id) }),
    deleteUser: async ({ app, caller, params, query }) => {
      await access.deleteUser(app, auth, caller, params.id, query.keep_keys);
      changed(caller);
      return { message: { key: 'team.userDeleted' } };
    },
    setStatus: async ({ app, caller, params, body }) => {
      const { is_active, keep_keys: keptKeys, ...proof } = body;
      await access.setUserStatus(app, auth, caller, params.id, is_active, { keptKeys, ...proof });
      changed(caller);
      return { message: { key: body.is_active ? 'team.userActivated' : 'team.userDeactivated' } };
    },
    twoStepPolicy: async ({ app, caller }) => ({ data: await readTwoStepPolicy(app, caller) }),
    setTwoStepPolicy: async ({ app, caller, body }) => {
      await setTwoStepPolicy(app, auth, caller, body);
      return { message: { key: body.required ? 'team.twoStepRequired' : 'team.twoStepLeftOpen' } };
    },
    inviteAgain: async ({ app, caller, params }) => {
      await access.inviteAgain(app, auth, caller, params.id);
      return { message: { key: 'team.invited' } };
    },
  });
}
