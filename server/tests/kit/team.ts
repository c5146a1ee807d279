/** Test helpers that call the team's endpoints. */
import type { Permission } from '@daftar/contract/permissions';
import { permissionId } from '@daftar/contract/team';
import { PASSWORD } from './people.ts';
import type { Actor, TestServer } from './server.ts';

export const BASE = '/api/sandbox/merchant/business-account';

/** Returns functions that call the team's endpoints and build their forms, with unused names and addresses. */
export function callsOf(daftar: () => TestServer) {
  let serial = 0;
  const send = (as: Actor, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    daftar().call({ method, path: `${BASE}${path}`, as, ...(body === undefined ? {} : { body }) });

  const idsOf = (names: readonly Permission[]) => names.map(permissionId);
  const nextName = () => {
    serial += 1;
    return `Role ${serial}`;
  };
  const roleForm = (permissions: readonly Permission[], name = nextName()) => ({
    name_ar: name,
    name_en: name,
    permissions: idsOf(permissions),
    current_password: PASSWORD,
  });
  const newRole = async (as: Actor, permissions: readonly Permission[]) =>
    (await send(as, 'POST', '/roles/create', roleForm(permissions))).body.data.id as number;

  function userForm(role_id: number, overrides: Record<string, unknown> = {}) {
    serial += 1;
    const digits = String(serial).padStart(8, '0');
    const email = `team${digits}@example.com`;
    return {
      first_name: 'Omar',
      last_name: 'سعيد',
      email,
      mobile: `012${digits}`,
      role_id,
      current_password: PASSWORD,
      ...overrides,
    };
  }
  const newUser = async (as: Actor, roleId: number) =>
    (await send(as, 'POST', '/merchants', userForm(roleId))).body.data.id as number;
  return { send, idsOf, nextName, roleForm, newRole, userForm, newUser };
}
