import { ROLE_TEMPLATES, type RoleTemplate } from '@daftar/contract/role-templates';
import type { BusinessUser, PermissionGroupChoice, UserFormInput } from '@daftar/contract/team';
import { withoutZero, withZero } from '../../ui/mobile-typed.ts';

/** The form of a user; everything as it is typed. */
export interface UserValues extends Record<string, unknown> {
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
  /** Of the role; empty until one is chosen. */
  role_id: string;
}

export const EMPTY_USER: UserValues = { first_name: '', last_name: '', email: '', mobile: '', role_id: '' };

/** The names of a person that were typed as one: the first word, and the others. */
export function namesOf(typed: string): Pick<UserValues, 'first_name' | 'last_name'> {
  const [first_name = '', ...others] = typed.split(/\s+/).filter(Boolean);
  return { first_name, last_name: others.join(' ') };
}

/** A user as their form shows them. */
export const valuesOf = (user: BusinessUser): UserValues => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  mobile: withoutZero(user.mobile_number),
  role_id: String(user.role_id),
});

/** What is sent. */
export const payloadOf = (values: UserValues): UserFormInput => ({
  ...values,
  mobile: withZero(values.mobile),
});

/** The permissions of a template that the caller may give, by their ids. */
export function templateIds(
  template: RoleTemplate,
  groups: readonly PermissionGroupChoice[],
  mayGive: (name: string) => boolean,
): number[] {
  const wanted: ReadonlySet<string> = new Set(ROLE_TEMPLATES[template]);
  return groups
    .flatMap(({ permissions }) => permissions)
    .filter(({ name }) => wanted.has(name) && mayGive(name))
    .map(({ id }) => id);
}

/** A group's chosen permissions with one more or less, or with all or none. */
export function toggled(chosen: readonly number[], ids: readonly number[], on: boolean): number[] {
  const rest = chosen.filter((id) => !ids.includes(id));
  return on ? [...rest, ...ids] : rest;
}

/** How much of a group is chosen, for its All checkbox. */
export function shareOf(chosen: readonly number[], ids: readonly number[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => chosen.includes(id)).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}
