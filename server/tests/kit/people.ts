import { randomUUID } from 'node:crypto';
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { OperatorRole } from '@daftar/contract/ops-roles';
import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import type { Auth } from '../../src/auth/context.ts';
import { announceChange } from '../../src/auth/principals.ts';
import { hashPassword, hashToken } from '../../src/auth/secrets.ts';
import { insertMerchant } from '../../src/auth/store.ts';
import { insertSession } from '../../src/auth/store-sessions.ts';
import { addOperator } from '../../src/ops/operators/accounts.ts';
import { signIn as signInOperator } from '../../src/ops/operators/sessions.ts';
import type { App } from '../../src/platform/context.ts';
import { cookieName } from '../../src/platform/http/cookies.ts';
import { OPERATOR_COOKIE } from '../../src/platform/http/guard.ts';
import { codeAt } from '../../src/platform/totp.ts';

/** A signed-in person of a test merchant. */
export interface Actor {
  merchantId: number;
  userId: number;
  sessionId: string;
  email: string;
  mobile: string;
  token: string;
  headers: { authorization: string };
}

/** A signed-in operator of the console. */
export interface OperatorActor {
  email: string;
  role: OperatorRole;
  password: string;
  /** The authenticator's secret. */
  secret: string;
  headers: { cookie: string };
}

const SESSION_DAYS = 400;

/** The password of every test person of a merchant. */
export const PASSWORD = 'Secret1$x';
const PASSWORD_HASH = hashPassword(PASSWORD);

/** In a database that another process has used, from somewhere else on. */
let people = process.env.TEST_SHARED_DATABASE_URL ? Date.now() % 90_000_000 : 0;

/** Returns an e-mail address and a mobile number that are unique in this process. */
function newAddresses(): { email: string; mobile: string } {
  people += 1;
  const digits = String(people).padStart(8, '0');
  return { email: `person${digits}@example.com`, mobile: `010${digits}` };
}

type Person = Pick<Actor, 'merchantId' | 'userId' | 'email' | 'mobile'>;

/** Opens a session directly, without the sign-in screen. It lasts 400 days, so that tests can advance the clock. */
export async function signIn(app: App, auth: Auth, person: Person): Promise<Actor> {
  const { merchantId, userId, email, mobile } = person;
  const sessionId = randomUUID();
  const now = app.clock.now();
  await insertSession(app.pool, {
    merchantId,
    userId,
    id: sessionId,
    refreshHash: hashToken(sessionId),
    rememberMe: true,
    twoFactors: false,
    userAgent: 'test',
    address: '127.0.0.1',
    now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
  });
  const token = await auth.tokens.sign({ merchantId, userId, sessionId }, now);
  const headers = { authorization: `Bearer ${token}` };
  return { merchantId, userId, sessionId, email, mobile, token, headers };
}

/** Creates a merchant with a status. @returns its signed-in owner */
export async function newMerchant(app: App, auth: Auth, status: number): Promise<Actor> {
  const addresses = newAddresses();
  const owner = await app.pool.begin(async (tx) => {
    const created = await insertMerchant(tx, {
      businessName: 'متجر النور',
      firstName: 'Mona',
      lastName: 'Adel',
      ...addresses,
      locale: 'en',
      roleNames: { en: 'Owner', ar: 'المالك' },
      permissions: PERMISSIONS,
      now: app.clock.now(),
    });
    await tx`update merchants set status = ${status} where id = ${created.merchantId}`;
    if (status === MERCHANT_STATUS.live)
      await tx`select issue_keys(${created.merchantId}, 'live', ${app.clock.now()})`;
    const passwordHash = await PASSWORD_HASH;
    const [user] = await tx<{ personId: number }[]>`
      update users set password_hash = ${passwordHash}, joined_at = coalesce(joined_at, created_at)
       where merchant_id = ${created.merchantId} and id = ${created.userId} returning person_id as "personId"`;
    // Triggers of the release before do it besides, which no cluster has.
    await tx`update people set password_hash = ${passwordHash} where id = ${user!.personId}`;
    return created;
  });
  return signIn(app, auth, { ...owner, ...addresses });
}

/** Creates a signed-in colleague of a merchant with only these permissions. */
export async function newColleague(
  app: App,
  auth: Auth,
  merchantId: number,
  permissions: readonly Permission[],
): Promise<Actor> {
  const { email, mobile } = newAddresses();
  const [user] = await app.pool<{ id: number }[]>`
    with role as (
      insert into roles (merchant_id, name_en, name_ar, permissions)
      values (${merchantId}, 'Some', 'بعض', ${[...permissions]}) returning id
    ), person as (
      insert into people (email, mobile, password_hash)
      values (${email}, ${mobile}, ${await PASSWORD_HASH}) returning id
    )
    insert into users (merchant_id, person_id, role_id, first_name, last_name, email, mobile, password_hash, joined_at)
    select ${merchantId}, person.id, role.id, 'Omar', 'Said', ${email}, ${mobile}, ${await PASSWORD_HASH}, now()
      from role, person returning id`;
  const userId = user!.id;
  await announceChange(app.pool, { merchantId });
  return signIn(app, auth, { merchantId, userId, email, mobile });
}

/** Makes a person a member of a further merchant, with no permissions. @returns their user there */
export async function addMembership(
  app: App,
  { merchantId, userId, email, mobile }: Person,
  other: number,
): Promise<number> {
  const [user] = await app.pool<{ id: number }[]>`
    with role as (
      insert into roles (merchant_id, name_en, name_ar) values (${other}, 'Guest', 'ضيف') returning id
    )
    insert into users (merchant_id, person_id, role_id, first_name, last_name, email, mobile, joined_at)
    select ${other}, u.person_id, role.id, 'Omar', 'Said', ${email}, ${mobile}, now()
      from role, users u where u.merchant_id = ${merchantId} and u.id = ${userId} returning id`;
  return user!.id;
}

/** The password of every operator of the tests. */
export const OPERATOR_PASSWORD = 'Operator&4711x';

/** Creates an operator with a role and signs in with password and code. */
export async function newOperator(app: App, role: OperatorRole): Promise<OperatorActor> {
  const { email } = newAddresses();
  const { password, secret } = await addOperator(app, { email, role, password: OPERATOR_PASSWORD }, 'test');
  const form = { email, password, code: codeAt(secret, app.clock.now()) };
  const visitor = { locale: 'en', address: '127.0.0.1', userAgent: 'test' } as const;
  const { token } = await signInOperator(app, visitor, form, null);
  const headers = { cookie: `${cookieName(app.config, OPERATOR_COOKIE)}=${token}` };
  return { email, role, password, secret, headers };
}
