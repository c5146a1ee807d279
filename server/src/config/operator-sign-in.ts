import { OPERATOR_ROLES, type OperatorRole } from '@daftar/contract/ops-roles';
import { sameEmail } from '@daftar/contract/text';
import { type Env, fail, listOf } from './env.ts';

/** The OpenID Connect provider of the company that runs Daftar. */
export interface OperatorSignIn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Operators who may still use a password, by e-mail address in lower case; null: everybody. */
  breakGlass: readonly string[] | null;
  /** Roles by group, in order of precedence; empty: roles are managed in the console. */
  groups: readonly { name: string; role: OperatorRole }[];
  /** The e-mail domain of operators whom the company's directory may provision (SCIM); null: it provisions nobody. */
  domain: string | null;
}

const NEEDED = ['DAFTAR_OPS_CLIENT_ID', 'DAFTAR_OPS_CLIENT_SECRET'] as const;
const WITH_ISSUER = [...NEEDED, 'DAFTAR_OPS_BREAK_GLASS', 'DAFTAR_OPS_GROUPS', 'DAFTAR_OPS_DOMAIN'];

/** Parses `Finance=finance,Support desk=support`: every role except the administrators'. */
function groupsOf(text: string | undefined): OperatorSignIn['groups'] {
  return listOf(text).map((pair) => {
    const at = pair.lastIndexOf('=');
    const [name, given] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    const role = OPERATOR_ROLES.find((each) => each === given && each !== 'admin');
    if (at < 1 || role === undefined)
      return fail(
        'DAFTAR_OPS_GROUPS',
        `must be group=role pairs with ${OPERATOR_ROLES.filter((each) => each !== 'admin').join(', ')}, not "${pair}"`,
      );
    return { name, role };
  });
}

/**
 * Parses `example.com`, other scripts as punycode. Requires groups, because a directory provisions only people in a
 * group with a role.
 */
function domainOf(text: string, groups: OperatorSignIn['groups']): string | null {
  const domain = text.trim().toLowerCase();
  if (domain === '') return null;
  if (!/^(?=.{4,240}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/.test(domain))
    return fail(
      'DAFTAR_OPS_DOMAIN',
      'must be the domain of operators’ e-mail addresses, such as example.com',
    );
  if (groups.length === 0) return fail('DAFTAR_OPS_GROUPS', 'must be set when DAFTAR_OPS_DOMAIN is');
  return domain;
}

/** Reads the settings of operators' sign-in; null without an issuer. */
export function operatorSignIn(env: Env, { production }: { production: boolean }): OperatorSignIn | null {
  const issuer = env.DAFTAR_OPS_ISSUER?.trim() || null;
  if (issuer === null) {
    const given = WITH_ISSUER.find((name) => env[name]);
    return given === undefined ? null : fail('DAFTAR_OPS_ISSUER', `must be set when ${given} is`);
  }
  const schemes = production ? ['https:'] : ['https:', 'http:'];
  if (!URL.canParse(issuer) || !schemes.includes(new URL(issuer).protocol))
    return fail('DAFTAR_OPS_ISSUER', 'must be an https address');
  const [clientId, clientSecret] = NEEDED.map(
    (name) => env[name]?.trim() || fail(name, 'must be set when DAFTAR_OPS_ISSUER is'),
  );
  const breakGlass = env.DAFTAR_OPS_BREAK_GLASS?.trim() || null;
  const groups = groupsOf(env.DAFTAR_OPS_GROUPS);
  return {
    issuer,
    clientId: clientId!,
    clientSecret: clientSecret!,
    breakGlass: breakGlass === null ? null : listOf(breakGlass).map(sameEmail),
    groups,
    domain: domainOf(env.DAFTAR_OPS_DOMAIN ?? '', groups),
  };
}
