import * as z from 'zod/mini';
import { NewPassword, passwordsMatch } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { OperatorProfile, TotpCode } from './ops.ts';
import { OPERATOR_PERMISSIONS, OPERATOR_ROLE_KINDS, OPERATOR_ROLES } from './ops-roles.ts';
import { listQuery } from './paging.ts';
import { ownPasswordFields } from './step-up.ts';
import { email, Id, IdParams, text } from './text.ts';

/** Hours for which an invitation link is valid. */
export const INVITATION_HOURS = 24;

export const OPERATOR_STATES = ['active', 'invited', 'disabled'] as const;

const RoleName = z.object({ en: z.string(), ar: z.string() });

export const OperatorRow = z.object({
  id: z.number(),
  email: z.string(),
  role: z.enum(OPERATOR_ROLE_KINDS),
  /** A custom role's id; null for a built-in one. */
  role_id: z.nullable(z.number()),
  role_name: z.nullable(RoleName),
  /** True: the caller may change them: they are not the caller, and have no permission that the caller lacks. */
  editable: z.boolean(),
  state: z.enum(OPERATOR_STATES),
  created_at: z.string(),
  last_seen_at: z.nullable(z.string()),
  /** When the link of an invited operator expires; null for others. */
  invited_until: z.nullable(z.string()),
  /** True: disabled by the company's directory, which may enable them again; an administrator can prevent that. */
  ended_by_directory: z.boolean(),
});
export type OperatorRow = z.output<typeof OperatorRow>;

/** A built-in role by name, or a custom one by id. */
const RoleChoice = z.union([z.enum(OPERATOR_ROLES), Id], { error: 'Required' });

export const InviteForm = z.object({ email: email(), role: RoleChoice, ...ownPasswordFields });

export const ChangeRoleForm = z.object({ role: RoleChoice, ...ownPasswordFields });

/** Maximum number of roles: more than anybody can keep apart. */
export const OPERATOR_ROLES_MAXIMUM = 100;

const Powers = z
  .array(z.enum(OPERATOR_PERMISSIONS, { error: 'Invalid' }))
  .check(z.maxLength(OPERATOR_PERMISSIONS.length * 2));

/** `permissions`: what its operators may do. `reads`: further permissions for which they may only read. */
const ROLE_FIELDS = { name_en: text(60), name_ar: text(60), permissions: Powers, reads: Powers };
export const OperatorRoleForm = z.object(ROLE_FIELDS);
export type OperatorRoleForm = z.output<typeof OperatorRoleForm>;
export const OperatorRoleUpdateForm = z.object({ ...ROLE_FIELDS, ...ownPasswordFields });

export const OperatorRoleRow = z.object({
  /** Null for a built-in role, which cannot be changed. */
  id: z.nullable(z.number()),
  kind: z.enum([...OPERATOR_ROLES, 'custom']),
  /** Null for a built-in role, whose name the screen has. */
  name: z.nullable(RoleName),
  permissions: z.array(z.enum(OPERATOR_PERMISSIONS)),
  /** The permissions whose calls it may make if they only read; includes its permissions. */
  reads: z.array(z.enum(OPERATOR_PERMISSIONS)),
  /** The number of operators who have it, including disabled ones. */
  operators: z.number(),
  /** True: the caller may assign it, because it has no permission that the caller lacks. */
  assignable: z.boolean(),
  /** True: the caller may change or delete it: it is also custom, and not the caller's own. */
  editable: z.boolean(),
});
export type OperatorRoleRow = z.output<typeof OperatorRoleRow>;

const Token = text(200);

export const JoinForm = z
  .object({ token: Token, password: NewPassword, password_confirmation: z.string(), code: TotpCode })
  .check(passwordsMatch);

const LIST = {
  dialect: 'snake',
  sort: ['email', 'created_at', 'last_seen_at'],
  defaultSort: 'email',
  defaultType: 'asc',
  filters: {
    /** Part of the e-mail address or of the role's name. */
    q: z.optional(z.string().check(z.maxLength(255))),
    state: z.optional(z.enum(OPERATOR_STATES, { error: 'Invalid' })),
    role: z.optional(z.enum(OPERATOR_ROLE_KINDS, { error: 'Invalid' })),
    role_id: z.optional(Id),
  },
} as const;

/** The provider's staff with access to the console, and how invited people join. */
export const opsOperators = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/operators',
    base: 'fixed',
    access: 'ops:operators',
    query: listQuery(LIST),
    reply: list(OperatorRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/operators/export',
    base: 'fixed',
    access: 'ops:operators',
    query: exportQuery(LIST),
    reply: file,
  },
  /** Sends a link to choose a password and set up an authenticator. */
  invite: {
    method: 'POST',
    path: '/ops/operators',
    base: 'fixed',
    access: 'ops:operators',
    body: InviteForm,
    stepUp: 'always',
    reply: done,
  },
  /** For operators who lost a credential or return: invalidates the old credentials and sends a new link. */
  reset: {
    method: 'POST',
    path: '/ops/operators/:id/reset',
    base: 'fixed',
    access: 'ops:operators',
    params: IdParams,
    reply: done,
  },
  /** Takes effect on the operator's next call. */
  disable: {
    method: 'POST',
    path: '/ops/operators/:id/disable',
    base: 'fixed',
    access: 'ops:operators',
    params: IdParams,
    reply: done,
  },
  /**
   * Takes effect on the operator's next call. Nobody can change their own role, or grant permissions that they lack.
   */
  changeRole: {
    method: 'PUT',
    path: '/ops/operators/:id/role',
    base: 'fixed',
    access: 'ops:operators',
    params: IdParams,
    body: ChangeRoleForm,
    stepUp: 'always',
    reply: done,
  },
  /** Lists the built-in roles, then the custom ones by name. */
  roles: {
    method: 'GET',
    path: '/ops/operator-roles',
    base: 'fixed',
    access: 'ops:operators',
    reply: data(z.array(OperatorRoleRow)),
  },
  createRole: {
    method: 'POST',
    path: '/ops/operator-roles',
    base: 'fixed',
    access: 'ops:operators',
    body: OperatorRoleForm,
    reply: data(z.object({ id: z.number() })),
  },
  /** Takes effect on the next call of every operator who has it. */
  updateRole: {
    method: 'PUT',
    path: '/ops/operator-roles/:id',
    base: 'fixed',
    access: 'ops:operators',
    params: IdParams,
    body: OperatorRoleUpdateForm,
    stepUp: 'always',
    reply: done,
  },
  /** Deletes a role without operators. */
  deleteRole: {
    method: 'DELETE',
    path: '/ops/operator-roles/:id',
    base: 'fixed',
    access: 'ops:operators',
    params: IdParams,
    reply: done,
  },
  /** Returns the purpose of the link and the authenticator secret, which stays the same until the link is used. */
  openInvitation: {
    method: 'POST',
    path: '/ops/join/open',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ token: Token }),
    reply: data(
      z.object({
        email: z.string(),
        role: z.enum(OPERATOR_ROLE_KINDS),
        role_name: z.nullable(RoleName),
        secret: z.string(),
        uri: z.string(),
      }),
    ),
  },
  /** Consumes the link and signs in. */
  join: {
    method: 'POST',
    path: '/ops/join',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: JoinForm,
    reply: data(OperatorProfile),
  },
});
