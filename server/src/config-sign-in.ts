/** How operators sign in with their company's account. */
import { OPERATOR_ROLES, type OperatorRole } from '@daftar/contract/ops-roles';

/** The provider's own sign-in provider. */
export interface OperatorSignIn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Nobody but these uses a password; null while everybody may. E-mail addresses in lower case. */
  breakGlass: readonly string[] | null;
  /** The first group that an operator is in gives their role; none leaves roles alone. */
  groups: readonly { name: string; role: OperatorRole }[];
  /** Where operators have their addresses whom the company's directory may keep (SCIM); null: it keeps nobody. */
  domain: string | null;
}

type Env = Record<string, string | undefined>;
type Fail = (name: string, why: string) => never;

const NEEDED = ['DAFTAR_OPS_CLIENT_ID', 'DAFTAR_OPS_CLIENT_SECRET'] as const;
const WITH_ISSUER = [...NEEDED, 'DAFTAR_OPS_BREAK_GLASS', 'DAFTAR_OPS_GROUPS', 'DAFTAR_OPS_DOMAIN'];

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** `Finance=finance,Support desk=support`: every role but the administrators'. */
function groupsOf(text: string, fail: Fail): OperatorSignIn['groups'] {
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

/** `example.com`, with other letters as punycode. A directory keeps nobody who is in no group with a role. */
function domainOf(text: string, groups: OperatorSignIn['groups'], fail: Fail): string | null {
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
export function operatorSignIn(env: Env, production: boolean, fail: Fail): OperatorSignIn | null {
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
  const groups = groupsOf(env.DAFTAR_OPS_GROUPS ?? '', fail);
  return {
    issuer,
    clientId: clientId!,
    clientSecret: clientSecret!,
    breakGlass: breakGlass === null ? null : listOf(breakGlass.toLowerCase()),
    groups,
    domain: domainOf(env.DAFTAR_OPS_DOMAIN ?? '', groups, fail),
  };
}
