/** People: whoever signs in, with one address, password and second step, however many merchants they are in. */
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** Somebody in one merchant: a row of `users`. */
export interface Membership {
  merchantId: number;
  userId: number;
}

/** The person of a membership, for a condition or a value. */
const personOf = (db: Db, { merchantId, userId }: Membership) =>
  db`(select person_id from users where merchant_id = ${merchantId} and id = ${userId})`;

/** Reads that person's id first: a cluster updates its replicated tables by values alone. Null for somebody who has left. */
async function personIdOf(db: Db, { merchantId, userId }: Membership): Promise<number | null> {
  const [row] = await db<{ id: number | null }[]>`
    select person_id as id from users where merchant_id = ${merchantId} and id = ${userId}`;
  return row?.id ?? null;
}

/** A condition: rows of the person of a membership, such as passkeys; none for somebody who has left. */
export const isOfPerson = (db: Db, key: Membership) => db`person_id = ${personOf(db, key)}`;

/** Adds a person. A taken e-mail or mobile violates a unique key. @param mobile empty for none */
export async function addPerson(
  tx: Tx,
  { email, mobile, now }: { email: string; mobile: string; now: Date },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into people (email, mobile, created_at, updated_at)
    values (${email}, nullif(${mobile}, ''), ${now}, ${now}) returning id`;
  return row!.id;
}

/**
 * Finds the person of an e-mail address, or adds one. Of somebody who is there already nothing changes. A new person is left
 * without a number that somebody else has, so that nobody learns from an invitation whether a number is known.
 */
export async function findOrAddPerson(
  tx: Tx,
  person: { email: string; mobile: string; now: Date },
): Promise<number> {
  const { email, now } = person;
  const mobile = await ifFree(tx, person.mobile);
  const [added] = await tx<{ id: number }[]>`
    insert into people (email, mobile, created_at, updated_at)
    values (${email}, ${mobile}, ${now}, ${now}) on conflict (email) do nothing returning id`;
  if (added) return added.id;
  const [known] = await tx<{ id: number }[]>`select id from people where email = ${email} for key share`;
  // They left their last merchant at this moment.
  return known?.id ?? addPerson(tx, { ...person, mobile: mobile ?? '' });
}

/** Returns a number unless another person has it; null then, and for an empty one. */
async function ifFree(db: Db, mobile: string, except = 0): Promise<string | null> {
  if (mobile === '') return null;
  const taken = await db`select from people where mobile = ${mobile} and id <> ${except}`;
  return taken.length > 0 ? null : mobile;
}

/** Whether another person than the one of an address has a number. */
export async function isNumberOfAnother(
  db: Db,
  { email, mobile }: { email: string; mobile: string },
): Promise<boolean> {
  const rows = await db`select from people where mobile = ${mobile} and email <> ${email}`;
  return rows.length > 0;
}

/**
 * Which of an e-mail and a mobile nobody can be invited with: those of somebody who is in the merchant, other than `except`. So the
 * answer does not say whether an address or a number has an account elsewhere.
 */
export async function findTakenIn(
  db: Db,
  who: { merchantId: number; email: string; mobile: string },
  except: Membership | null = null,
): Promise<{ email: boolean; mobile: boolean }> {
  const { merchantId, email, mobile } = who;
  const [row] = await db<{ email: boolean; mobile: boolean }[]>`
    select exists (select 1 from people p join users u on u.person_id = p.id and u.merchant_id = ${merchantId}
                    where p.email = ${email} and u.id <> ${except?.userId ?? 0}) as email,
           ${mobile} <> '' and exists (
             select 1 from users u where u.merchant_id = ${merchantId} and u.mobile = ${mobile} and u.deleted_at is null
                and u.id <> ${except?.userId ?? 0}) as mobile`;
  return row!;
}

/** Whether the person of a membership has joined another merchant, too. */
export async function isElsewhere(db: Db, key: Membership): Promise<boolean> {
  const rows = await db`
    select from users where person_id = ${personOf(db, key)} and joined_at is not null
       and not (merchant_id = ${key.merchantId} and id = ${key.userId}) limit 1`;
  return rows.length > 0;
}

/**
 * Finds the merchant that an address stands for: the one that its person owns or, if they own none, is in. Invitations, which anybody
 * can send, count only for who has joined none.
 * @returns undefined where none or several could be meant
 */
export async function findMerchantOf(db: Db, email: string): Promise<number | undefined> {
  const rows = await db<{ id: number; rank: number }[]>`
    select u.merchant_id as id, 2 * (u.joined_at is not null)::int + r.is_first::int as rank
      from people p join users u on u.person_id = p.id
      join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where p.email = ${email} order by rank desc limit 2`;
  const [first, second] = rows;
  return first && first.rank !== second?.rank ? first.id : undefined;
}

/** Which of an e-mail and a mobile belong to a person, other than the one of `except`. */
export async function findTaken(
  db: Db,
  { email, mobile }: { email: string; mobile: string },
  except: Membership | null = null,
): Promise<{ email: boolean; mobile: boolean }> {
  const others = except ? db`and id is distinct from ${personOf(db, except)}` : db``;
  const rows = await db<{ email: boolean; mobile: boolean }[]>`
    select email = ${email} as email, mobile is not distinct from ${mobile} as mobile from people
     where (email = ${email} or mobile = ${mobile}) ${others}`;
  return { email: rows.some((row) => row.email), mobile: rows.some((row) => row.mobile) };
}

/** Whether person `p` keeps their addresses from others: they have a password, or were added after `oldest`. */
export const keepsAddresses = (db: Db, oldest: Date) =>
  db`(p.password_hash is not null or p.created_at > ${oldest})`;

/** Takes a mobile number from somebody who no longer keeps their addresses. */
export async function releaseNumber(db: Db, mobile: string, oldest: Date): Promise<void> {
  await db`update people p set mobile = null where p.mobile = ${mobile} and not ${keepsAddresses(db, oldest)}`;
}

/** Gives somebody without a mobile number the one of their membership, unless another person has it. */
export async function claimNumber(db: Db, key: Membership): Promise<void> {
  const [user] = await db<{ personId: number | null; mobile: string }[]>`
    select person_id as "personId", mobile from users where merchant_id = ${key.merchantId} and id = ${key.userId}`;
  if (!user?.mobile) return;
  await db`
    update people p set mobile = ${user.mobile}
     where p.id = ${user.personId} and p.mobile is null and not exists (select from people o where o.mobile = ${user.mobile})`;
}

/** Locks the person of a membership, so that changes of how they sign in take turns. */
export async function lockPerson(tx: Tx, key: Membership): Promise<void> {
  await tx`select from people where id = ${await personIdOf(tx, key)} for no key update`;
}

/** Locks a person if they still sign in as they did when their row was read. @returns whether they do */
export async function lockUnchanged(
  tx: Tx,
  { personId, passwordHash, twoStepAt }: SignsInWith & { personId: number | null },
): Promise<boolean> {
  const rows = await tx`
    select from people where id = ${personId} and password_hash is not distinct from ${passwordHash}
       and (two_step_at is null) = ${twoStepAt === null} for no key update`;
  return rows.length > 0;
}

/** What a person signs in with, as it was read. */
export interface SignsInWith {
  passwordHash: string | null;
  twoStepAt: Date | null;
}

/** Sets the password. */
export async function setPassword(tx: Tx, key: Membership, passwordHash: string, now: Date): Promise<void> {
  await tx`
    update people set password_hash = ${passwordHash}, updated_at = ${now} where id = ${await personIdOf(tx, key)}`;
}

/** Sets the password of somebody who has none. @returns whether they had none */
export async function setFirstPassword(
  tx: Tx,
  key: Membership,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update people set password_hash = ${passwordHash}, updated_at = ${now}
     where id = ${await personIdOf(tx, key)} and password_hash is null`;
  return rows.count > 0;
}

/** Sets since when two-step sign-in is on; null: off. */
export async function setTwoStep(tx: Tx, key: Membership, since: Date | null): Promise<void> {
  await tx`update people set two_step_at = ${since} where id = ${await personIdOf(tx, key)}`;
}

/**
 * Leaves other merchants' invitations of a person to the address that they were sent to, which the person gives up: whoever gets the new
 * address is somebody else for those merchants. @param email the former address
 */
async function leaveInvitations(tx: Tx, key: Membership, email: string, now: Date): Promise<void> {
  const invited = await tx<{ merchantId: number; id: number }[]>`
    select merchant_id as "merchantId", id from users
     where person_id = ${personOf(tx, key)} and joined_at is null
       and not (merchant_id = ${key.merchantId} and id = ${key.userId}) for no key update`;
  if (invited.length === 0) return;
  const personId = await addPerson(tx, { email, mobile: '', now });
  for (const { merchantId, id } of invited)
    await tx`update users set person_id = ${personId} where merchant_id = ${merchantId} and id = ${id}`;
}

async function emailOf(tx: Tx, key: Membership): Promise<string> {
  const [row] = await tx<{ email: string }[]>`
    select email from people where id = ${await personIdOf(tx, key)} for no key update`;
  return row!.email;
}

/**
 * Changes where somebody is invited who has not joined, whose row the caller has locked: another address is another person. The
 * former one is deleted if nothing is left of them.
 */
export async function moveInvitation(
  tx: Tx,
  key: Membership,
  to: { email: string; mobile: string; now: Date },
): Promise<void> {
  const { merchantId, userId } = key;
  const { email, mobile, now } = to;
  const [before] = await tx<{ id: number; hasPassword: boolean; createdAt: Date }[]>`
    select id, created_at as "createdAt", password_hash is not null as "hasPassword"
      from people where id = ${await personIdOf(tx, key)} for no key update`;
  const { id, hasPassword, createdAt } = before!;
  const others = await tx`
    select from users where person_id = ${id} and not (merchant_id = ${merchantId} and id = ${userId}) limit 1`;
  const isOnlyThis = !hasPassword && others.length === 0;
  // Their number goes with the invitation, and is kept from others for no longer.
  if (isOnlyThis) await tx`update people set mobile = null where id = ${id}`;
  const personId = await findOrAddPerson(tx, isOnlyThis ? { ...to, now: createdAt } : to);
  const moved = await tx`
    update users set person_id = ${personId}, email = ${email}, mobile = ${mobile}, updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${userId} and joined_at is null`;
  // Sessions of a membership are its person's: whoever calls this holds the row, and has seen that nobody has joined.
  if (moved.count !== 1) throw new Error('An invitation was moved that somebody has accepted');
  if (isOnlyThis && personId === id)
    await tx`update people set mobile = ${await ifFree(tx, mobile, id)} where id = ${id}`;
  await deleteUnlessMember(tx, id);
}

/** Deletes a person who is in no merchant. */
async function deleteUnlessMember(tx: Tx, id: number): Promise<void> {
  // Whoever makes somebody a member of theirs holds their row, or finds it gone.
  await tx`select from people where id = ${id} for update`;
  const members = await tx`select from users where person_id = ${id} limit 1`;
  if (members.length > 0) return;
  await dropLogins(tx, tx`person_id = ${id}`);
  await tx`delete from people where id = ${id}`;
}

/**
 * Sets the address and number of the person of a membership, who has them in every merchant that they have joined. Another address is
 * not proven. Taken ones violate a unique key. @param mobile empty for none
 */
export async function setAddresses(
  tx: Tx,
  key: Membership,
  { email, mobile, now }: { email: string; mobile: string; now: Date },
): Promise<void> {
  const before = await emailOf(tx, key);
  await tx`
    update people set email = ${email}, email_proven = email_proven and email = ${email},
                      mobile = nullif(${mobile}, ''), updated_at = ${now}
     where id = ${await personIdOf(tx, key)}`;
  await writeAddresses(tx, key, { email, mobile, now }, before);
}

/** Sets the address alone, which counts as not proven. A taken one violates a unique key. */
export async function setEmail(tx: Tx, key: Membership, email: string, now: Date): Promise<void> {
  const before = await emailOf(tx, key);
  await tx`
    update people set email = ${email}, email_proven = false, updated_at = ${now} where id = ${await personIdOf(tx, key)}`;
  await writeAddresses(tx, key, { email, now }, before);
}

/** Writes a person's new address, and number if given, to the memberships that have begun and to this one; others keep the former. */
async function writeAddresses(
  tx: Tx,
  key: Membership,
  { email, mobile, now }: { email: string; mobile?: string; now: Date },
  before: string,
): Promise<void> {
  await tx`
    update users set email = ${email} ${mobile === undefined ? tx`` : tx`, mobile = ${mobile}`}, updated_at = ${now}
     where person_id = ${personOf(tx, key)}
       and (joined_at is not null or (merchant_id = ${key.merchantId} and id = ${key.userId}))`;
  if (before !== email) await leaveInvitations(tx, key, before, now);
}

/**
 * Keeps a membership the one of a person until the transaction ends: an invitation can go to somebody else while what they prove is
 * checked. @returns whether it is theirs
 */
export async function holdMembership(tx: Tx, key: Membership, personId: number | null): Promise<boolean> {
  const rows = await tx`
    select from users where merchant_id = ${key.merchantId} and id = ${key.userId} and person_id = ${personId}
       for no key update`;
  return rows.length > 0;
}

/** Records that a membership has begun, unless it has. @returns whether it has now */
export async function join(tx: Tx, key: Membership, now: Date): Promise<boolean> {
  const rows = await tx`
    update users set joined_at = ${now}, updated_at = ${now}
     where merchant_id = ${key.merchantId} and id = ${key.userId} and joined_at is null`;
  return rows.count > 0;
}

/** Gives a membership the number that its person has, instead of the one that they were invited with. */
export async function takeNumber(tx: Tx, key: Membership): Promise<void> {
  await tx`
    update users u set mobile = p.mobile from people p
     where u.merchant_id = ${key.merchantId} and u.id = ${key.userId} and p.id = u.person_id and p.mobile is not null`;
}

/** Lists the memberships to which the person of one is invited, itself not included. */
export async function listInvitations(db: Db, key: Membership): Promise<Membership[]> {
  return db<Membership[]>`
    select merchant_id as "merchantId", id as "userId" from users
     where person_id = ${personOf(db, key)} and joined_at is null and is_active
       and not (merchant_id = ${key.merchantId} and id = ${key.userId})`;
}

/** Records that a person's address is proven; only `proveAddress` of auth calls it. @returns whether it was not before */
export async function proveEmail(tx: Tx, key: Membership): Promise<boolean> {
  const rows = await tx`
    update people set email_proven = true where id = ${await personIdOf(tx, key)} and not email_proven`;
  return rows.count > 0;
}

/** Deletes a person's passkeys. */
export async function dropPasskeys(tx: Tx, key: Membership): Promise<void> {
  await dropLogins(tx, isOfPerson(tx, key));
  await tx`delete from passkeys where ${isOfPerson(tx, key)}`;
}

/** Turns two-step sign-in off and deletes secret, recovery codes and sign-ins that wait for a code. */
export async function dropTwoStep(tx: Tx, key: Membership): Promise<void> {
  await tx`delete from authenticators where ${isOfPerson(tx, key)}`;
  await tx`delete from recovery_codes where ${isOfPerson(tx, key)}`;
  await tx`
    delete from proofs_awaited a using users u
     where ${isOfPerson(tx, key)} and a.merchant_id = u.merchant_id and a.user_id = u.id
       and a.purpose = 'second-step'`;
  await setTwoStep(tx, key, null);
}

/** Forgets the companies' accounts that a person is linked to, in every merchant. */
export async function dropCompanyAccounts(tx: Tx, key: Membership): Promise<void> {
  await tx`
    delete from company_accounts a using users u
     where ${isOfPerson(tx, key)} and a.merchant_id = u.merchant_id and a.user_id = u.id`;
}

/** Deletes the rows that find the merchant of a passkey: on a cluster no foreign key deletes them. */
async function dropLogins(tx: Tx, ofPerson: Sql): Promise<void> {
  await tx`
    delete from passkey_logins where (merchant_id, passkey_id) in (select merchant_id, id from passkeys where ${ofPerson})`;
}

/** Lists the memberships of the person of one that have begun. */
export async function listJoined(db: Db, key: Membership): Promise<(Membership & { isActive: boolean })[]> {
  return db<(Membership & { isActive: boolean })[]>`
    select merchant_id as "merchantId", id as "userId", is_active as "isActive" from users
     where person_id = ${personOf(db, key)} and joined_at is not null`;
}

/** Records in which merchant the last session was opened. */
export async function noteSession(db: Db, key: Membership): Promise<void> {
  await db`
    update people set last_merchant_id = ${key.merchantId}
     where id = ${await personIdOf(db, key)} and last_merchant_id is distinct from ${key.merchantId}`;
}

/** Lists all memberships of the person of one, itself included. */
export async function listMemberships(db: Db, key: Membership): Promise<Membership[]> {
  return db<Membership[]>`
    select merchant_id as "merchantId", id as "userId" from users where person_id = ${personOf(db, key)}`;
}

/**
 * Ends a membership: what the person did in the merchant keeps their name. A person without another one is deleted, with all that they
 * could sign in with, and their addresses become free.
 */
export async function leave(tx: Tx, key: Membership, now: Date): Promise<void> {
  const { merchantId, userId } = key;
  const [person] = await tx<{ id: number | null }[]>`
    select person_id as id from users where merchant_id = ${merchantId} and id = ${userId}`;
  await tx`
    update users set is_active = false, deleted_at = ${now}, updated_at = ${now}, person_id = null,
                     password_hash = null, two_step_at = null
     where merchant_id = ${merchantId} and id = ${userId}`;
  await tx`delete from proofs_awaited where merchant_id = ${merchantId} and user_id = ${userId}`;
  if (person?.id == null) return;
  await deleteUnlessMember(tx, person.id);
}
