import * as z from 'zod/mini';
import { KeyRow } from './api-keys.ts';
import { mobile } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done, list } from './envelope.ts';
import { listQuery } from './paging.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';
import { personName } from './person-name.ts';
import { CurrentPassword } from './profile.ts';
import { reads } from './schema.ts';
import { stepUpFields } from './step-up.ts';
import { codeOf, email, Id, IdParams, optionalText, Switch, text } from './text.ts';

export const USER_SORTS = ['id', 'created_at', 'name', 'email'] as const;
/** The state of a user, which decides about signing in. */
export const USER_STATUS = { active: 1, inactive: 0 } as const;
/** Maximum number of roles, and of those in one reply: more than anybody needs. */
export const ROLES_MAXIMUM = 2_000;
const ROLE_NAME_MAXIMUM = 60;
/** The role description that the specification's portal sends. */
const DEFAULT_ROLE_DESCRIPTION = 'R';
/** Maximum number of pictures on a role's card. */
export const ROLE_AVATARS = 4;

/**
 * Returns the number that identifies a permission in the API: FNV-1a of the name in 31 bits, unchanged when permissions
 * are added.
 */
export function permissionId(name: Permission): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 1) + 1;
}

const byId: ReadonlyMap<number, Permission> = new Map(PERMISSIONS.map((name) => [permissionId(name), name]));

const PermissionIds = z.pipe(
  z.array(Id).check(z.maxLength(500)),
  z.transform((ids: number[], ctx): Permission[] => {
    const names = ids.map((id) => byId.get(id));
    if (names.every((name) => name !== undefined)) return [...new Set(names)];
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: ids });
    return z.NEVER;
  }),
);

/** Both names are sent from a single field of the form. */
export const RoleForm = z.object({
  name_ar: text(ROLE_NAME_MAXIMUM),
  name_en: text(ROLE_NAME_MAXIMUM),
  description: z.pipe(
    optionalText(500),
    z.transform((value: string) => value || DEFAULT_ROLE_DESCRIPTION),
  ),
  permissions: PermissionIds,
});
/** Adding permissions over money or people to a role requires step-up. */
export const RoleUpdateForm = z.extend(RoleForm, {
  /** The role as last read; if it has changed since, nothing is saved (409). Absent skips this check. */
  was: z.optional(z.object({ name_ar: z.string(), name_en: z.string(), permissions: PermissionIds })),
  ...stepUpFields,
});
export type RoleUpdateFormInput = z.input<typeof RoleUpdateForm>;
export type RoleUpdateFormValues = z.output<typeof RoleUpdateForm>;
export type RoleFormValues = z.output<typeof RoleForm>;

/** Days within which both addresses can confirm a change. */
export const ADDRESS_WAITS_DAYS = 7;
/**
 * Hours after which confirmation by the new address is enough, if an owner requested the change and the old address
 * does not answer.
 */
export const ADDRESS_SILENT_HOURS = 72;

export const UserForm = z.object({
  first_name: personName(60),
  last_name: personName(60),
  email: email(),
  mobile: mobile(),
  role_id: Id,
});
/**
 * Granting permissions over money or people requires step-up. So does changing the address of a user who has joined,
 * which both addresses must confirm too.
 */
export const UserProvenForm = z.extend(UserForm, stepUpFields);
/** The same for a change: a user whom the company's directory added without a number may stay without one. */
export const UserUpdateForm = z.extend(UserProvenForm, {
  mobile: reads(z.union([z.literal(''), mobile()]), { type: 'string' }),
});
export type UserProvenFormInput = z.input<typeof UserProvenForm>;
export type UserProvenFormValues = z.output<typeof UserProvenForm>;
export type UserFormInput = z.input<typeof UserForm>;
export type UserFormValues = z.output<typeof UserForm>;

export const PermissionChoice = z.object({
  id: z.number(),
  /** The permission's name in the API. */
  name: z.string(),
  /** In the reader's language. */
  label: z.string(),
});
export const PermissionGroupChoice = z.object({
  name: z.string(),
  label: z.string(),
  permissions: z.array(PermissionChoice),
});
export type PermissionGroupChoice = z.output<typeof PermissionGroupChoice>;

export const Role = z.object({
  id: z.number(),
  /** In the reader's language. */
  name: z.string(),
  name_ar: z.string(),
  name_en: z.string(),
  description: z.string(),
  total_users: z.number(),
  /** Its first users: their pictures, or names if they have none. */
  avatars: z.array(z.object({ avatar: z.nullable(z.string()), name: z.string() })),
  /**
   * True: the caller may change, delete or assign it, because it is not the first role and has no permission that the
   * caller lacks.
   */
  editable: z.boolean(),
  assignable: z.boolean(),
});
export type Role = z.output<typeof Role>;

export const RolesInsight = z.object({ total_roles: z.number(), total_users: z.number() });

export const BusinessUser = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  role_id: z.number(),
  role: z.string(),
  status: codeOf(USER_STATUS),
  avatar: z.nullable(z.string()),
  /**
   * True: the caller may change, deactivate or delete this user, who is not the caller and has no permission that the
   * caller lacks.
   */
  editable: z.boolean(),
  /** True: has not created a password yet. */
  invited: z.boolean(),
  /** The pending new address, which both it and the current one must confirm; null if there is none. */
  new_email: z.nullable(z.string()),
  /** True: uses two-step sign-in. */
  two_step: z.boolean(),
  created_at: z.string(),
});
export type BusinessUser = z.output<typeof BusinessUser>;

/** A business's requirement of two-step sign-in. */
export const TwoStepPolicy = z.object({
  /** Since when it has been required; null if each person decides. */
  required_since: z.nullable(z.string()),
  /** True: the caller uses it, which is a precondition for requiring it of others. */
  own: z.boolean(),
  /** Number of active users without it. */
  without: z.number(),
});
export type TwoStepPolicy = z.output<typeof TwoStepPolicy>;

const KEPT_MAXIMUM = 200;

/** Ids of keys that stay active after their creator leaves; all other secret keys of the creator end. */
const KeptKeys = z.array(Id).check(z.maxLength(KEPT_MAXIMUM));

/** The same in a query: `7,12`. */
const KeptKeysQuery = z.pipe(
  z.string().check(z.maxLength(KEPT_MAXIMUM * 16), z.regex(/^\d{1,15}(?:,\d{1,15})*$/, { error: 'Invalid' })),
  z.transform((text: string): number[] => text.split(',').map(Number)),
);

/** An active secret key, as its creator's colleagues see it. */
export const UserKey = z.extend(KeyRow, { mode: z.enum(['live', 'test']) });
export type UserKey = z.output<typeof UserKey>;

export const team = defineEndpoints({
  permissions: {
    method: 'GET',
    path: '/merchant/business-account/permissions',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    reply: data(z.array(PermissionGroupChoice)),
  },
  roles: {
    method: 'GET',
    path: '/merchant/business-account/roles',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    /** By id, so the first role comes first. */
    reply: data(z.array(Role)),
  },
  insight: {
    method: 'GET',
    path: '/merchant/business-account/roles/insight',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    reply: data(RolesInsight),
  },
  rolePermissions: {
    method: 'GET',
    path: '/merchant/business-account/roles/:id/permissions',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    params: IdParams,
    reply: data(z.array(PermissionChoice)),
  },
  createRole: {
    method: 'POST',
    path: '/merchant/business-account/roles/create',
    base: 'mode',
    keys: 'none',
    access: 'create-role',
    idempotent: true,
    body: RoleForm,
    reply: data(Created),
  },
  updateRole: {
    method: 'PUT',
    path: '/merchant/business-account/roles/:id',
    base: 'mode',
    keys: 'none',
    access: 'edit-role',
    params: IdParams,
    body: RoleUpdateForm,
    stepUp: 'sometimes',
    reply: done,
  },
  /**
   * Lets this session view the portal as a role: with those of its permissions that the caller has too, without
   * changing anything, until `endView` or the end of the session.
   */
  viewAs: {
    method: 'POST',
    path: '/merchant/business-account/roles/:id/view',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    params: IdParams,
    reply: done,
  },
  endView: {
    method: 'DELETE',
    path: '/merchant/business-account/view',
    base: 'mode',
    keys: 'none',
    access: 'signed-in',
    whenNotLive: true,
    whenSuspended: true,
    whileViewing: true,
    reply: done,
  },
  deleteRole: {
    method: 'DELETE',
    path: '/merchant/business-account/roles/:id',
    base: 'mode',
    keys: 'none',
    access: 'delete-role',
    params: IdParams,
    reply: done,
  },
  users: {
    method: 'GET',
    path: '/merchant/business-account/merchants',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    query: listQuery({
      dialect: 'snake',
      sort: USER_SORTS,
      defaultSort: 'id',
      defaultType: 'asc',
      /** Name, e-mail or mobile; Arabic-aware. */
      filters: { search: z.optional(z.string().check(z.maxLength(255))) },
    }),
    reply: list(BusinessUser),
  },
  user: {
    method: 'GET',
    path: '/merchant/business-account/merchants/:id',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    params: IdParams,
    reply: data(BusinessUser),
  },
  createUser: {
    method: 'POST',
    path: '/merchant/business-account/merchants',
    base: 'mode',
    keys: 'none',
    access: 'create-user',
    idempotent: true,
    body: UserProvenForm,
    stepUp: 'sometimes',
    reply: data(Created),
  },
  updateUser: {
    method: 'PUT',
    path: '/merchant/business-account/merchants/:id',
    base: 'mode',
    keys: 'none',
    access: 'edit-user',
    params: IdParams,
    body: UserUpdateForm,
    stepUp: 'sometimes',
    reply: done,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/merchant/business-account/merchants/:id',
    base: 'mode',
    keys: 'none',
    access: 'delete-user',
    params: IdParams,
    query: z.object({ keep_keys: z.optional(KeptKeysQuery) }),
    reply: done,
  },
  /** Lists the secret keys of both modes that this user was shown; they end with the user. */
  userKeys: {
    method: 'GET',
    path: '/merchant/business-account/merchants/:id/keys',
    base: 'mode',
    keys: 'none',
    access: ['delete-user', 'change-user-status'],
    params: IdParams,
    reply: data(z.array(UserKey)),
  },
  /** Cancels a pending change of a user's address; the current one stays. */
  stopAddress: {
    method: 'DELETE',
    path: '/merchant/business-account/merchants/:id/address',
    base: 'mode',
    keys: 'none',
    access: 'edit-user',
    params: IdParams,
    reply: done,
  },
  /** Confirms or rejects a change of address with the link mailed to the old or the new one. */
  answerAddress: {
    method: 'POST',
    path: '/merchant/confirm-address',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), agrees: Switch }),
    reply: data(z.object({ state: z.enum(['done', 'waits', 'refused']) })),
  },
  setStatus: {
    method: 'PUT',
    path: '/merchant/business-account/merchants/status/:id',
    base: 'mode',
    keys: 'none',
    access: 'change-user-status',
    params: IdParams,
    /** Activating somebody with permissions over money or people requires step-up. */
    body: z.object({ is_active: Switch, keep_keys: z.optional(KeptKeys), ...stepUpFields }),
    stepUp: 'sometimes',
    reply: done,
  },
  twoStepPolicy: {
    method: 'GET',
    path: '/merchant/business-account/two-step',
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    reply: data(TwoStepPolicy),
  },
  /**
   * Changes the requirement. Turning it on ends the sessions of people without a second step; they set one up when they
   * sign in again.
   */
  setTwoStepPolicy: {
    method: 'PUT',
    path: '/merchant/business-account/two-step',
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    body: z.object({ required: Switch, current_password: CurrentPassword }),
    stepUp: 'always',
    reply: done,
  },
  /** Sends another invitation link to a user without a password. */
  inviteAgain: {
    method: 'POST',
    path: '/merchant/business-account/merchants/:id/invitation',
    base: 'mode',
    keys: 'none',
    access: 'create-user',
    params: IdParams,
    reply: done,
  },
});
