/**
 * People: everybody who signs in, with one address, password and second step, regardless of the number of their
 * merchants.
 */
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** A person's membership in one merchant: a row of `users`. */
export interface Membership {
  merchantId: number;
  userId: number;
}

/** Selects the person of a membership, for a condition or a value. */
const personOf = (db: Db, { merchantId, userId }: Membership) =>
  db`(select person_id from users where merchant_id = ${merchantId} and id = ${userId})`;

/**
 * Reads a person's id separately, because a distributed database updates its replicated tables only by constant
 * values. Null for a person who has left.
 */
async function personIdOf(db: Db, { merchantId, userId }: Membership): Promise<number | null> {
  const [row] = await db<{ id: number | null }[]>`
    select person_id as id from users where merchant_id = ${merchantId} and id = ${userId}`;
  return row?.id ?? null;
}

/**
 * Returns the condition for rows of a membership's person, such as passkeys; matches none for a person who has left.
 */
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
 * Finds the person with an e-mail address, or adds one. An existing person does not change. A new person gets no
 * number that somebody else has, so that an invitation does not reveal whether a number is known.
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
  // The person has left their last merchant at this moment.
  return known?.id ?? addPerson(tx, { ...person, mobile: mobile ?? '' });
}

/** Returns a number, or null if it is empty or another person has it. */
async function ifFree(db: Db, mobile: string, except = 0): Promise<string | null> {
  if (mobile === '') return null;
  const taken = await db`select from people where mobile = ${mobile} and id <> ${except}`;
  return taken.length > 0 ? null : mobile;
}

/** Returns whether a number belongs to a person other than the one with this address. */
export async function isNumberOfAnother(
  db: Db,
  { email, mobile }: { email: string; mobile: string },
): Promise<boolean> {
  const rows = await db`select from people where mobile = ${mobile} and email <> ${email}`;
  return rows.length > 0;
}

/**
 * Returns which of an e-mail and a mobile number cannot be invited: those of people in this merchant, other than
 * `except`. So the answer does not reveal whether an address or a number has an account elsewhere.
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

/** Returns whether the person of a membership has joined another merchant, too. */
export async function isElsewhere(db: Db, key: Membership): Promise<boolean> {
  const rows = await db`
    select from users where person_id = ${personOf(db, key)} and joined_at is not null
       and not (merchant_id = ${key.merchantId} and id = ${key.userId}) limit 1`;
  return rows.length > 0;
}

/**
 * Finds the merchant identified by an address: the one that its person owns or, if they own none, belongs to.
 * Invitations, which anybody can send, count only for a person who has joined none.
 * @returns undefined if none or several match
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

/** Returns which of an e-mail and a mobile number belong to a person other than `except`. */
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

/**
 * Returns SQL for whether person `p` keeps their addresses from others: they have a password, or were added after
 * `oldest`.
 */
export const keepsAddresses = (db: Db, oldest: Date) =>
  db`(p.password_hash is not null or p.created_at > ${oldest})`;

/** Takes a mobile number from a person who no longer keeps their addresses. */
export async function releaseNumber(db: Db, mobile: string, oldest: Date): Promise<void> {
  await db`update people p set mobile = null where p.mobile = ${mobile} and not ${keepsAddresses(db, oldest)}`;
}

/** Gives a person without a mobile number that of their membership, unless another person has it. */
export async function claimNumber(db: Db, key: Membership): Promise<void> {
  const [user] = await db<{ personId: number | null; mobile: string }[]>`
    select person_id as "personId", mobile from users where merchant_id = ${key.merchantId} and id = ${key.userId}`;
  if (!user?.mobile) return;
  await db`
    update people p set mobile = ${user.mobile}
     where p.id = ${user.personId} and p.mobile is null and not exists (select from people o where o.mobile = ${user.mobile})`;
}

/** Locks the person of a membership, so that changes of their sign-in are serialised. */
export async function lockPerson(tx: Tx, key: Membership): Promise<void> {
  await tx`select from people where id = ${await personIdOf(tx, key)} for no key update`;
}

/** Locks a person if their sign-in has not changed since their row was read. @returns whether it is unchanged */
export async function lockUnchanged(
  tx: Tx,
  { personId, passwordHash, twoStepAt }: SignsInWith & { personId: number | null },
): Promise<boolean> {
  const rows = await tx`
    select from people where id = ${personId} and password_hash is not distinct from ${passwordHash}
       and (two_step_at is null) = ${twoStepAt === null} for no key update`;
  return rows.length > 0;
}

/** The sign-in of a person, as it was read. */
export interface SignsInWith {
  passwordHash: string | null;
  twoStepAt: Date | null;
}

/** Sets the password. */
export async function setPassword(tx: Tx, key: Membership, passwordHash: string, now: Date): Promise<void> {
  await tx`
    update people set password_hash = ${passwordHash}, updated_at = ${now} where id = ${await personIdOf(tx, key)}`;
}

/** Sets the password of a person who has none. @returns whether they had none */
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

/** Sets the time since which two-step sign-in is on; null: off. */
export async function setTwoStep(tx: Tx, key: Membership, since: Date | null): Promise<void> {
  await tx`update people set two_step_at = ${since} where id = ${await personIdOf(tx, key)}`;
}

/**
 * Leaves a person's invitations by other merchants to the address that they were sent to, which the person gives up:
 * for those merchants, the owner of the new address is another person.
 * @param email the former address
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
 * Changes the address of an invited person who has not joined, whose row the caller has locked. Another address is
 * another person. The former person is deleted if no membership is left.
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
  // Their number goes with the invitation, so the former person no longer keeps it from others.
  if (isOnlyThis) await tx`update people set mobile = null where id = ${id}`;
  const personId = await findOrAddPerson(tx, isOnlyThis ? { ...to, now: createdAt } : to);
  const moved = await tx`
    update users set person_id = ${personId}, email = ${email}, mobile = ${mobile}, updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${userId} and joined_at is null`;
  // Sessions of a membership belong to its person. The caller holds the row, and has checked that nobody has joined.
  if (moved.count !== 1) throw new Error('An invitation was moved that somebody has accepted');
  if (isOnlyThis && personId === id)
    await tx`update people set mobile = ${await ifFree(tx, mobile, id)} where id = ${id}`;
  await deleteUnlessMember(tx, id);
}

/** Deletes a person who is in no merchant. */
async function deleteUnlessMember(tx: Tx, id: number): Promise<void> {
  // Anyone who adds a membership of this person holds their row, or finds it gone.
  await tx`select from people where id = ${id} for update`;
  const members = await tx`select from users where person_id = ${id} limit 1`;
  if (members.length > 0) return;
  await dropLogins(tx, tx`person_id = ${id}`);
  await tx`delete from people where id = ${id}`;
}

/**
 * Sets the address and number of a membership's person, in every merchant that they have joined. A new address is not
 * proven. Taken ones violate a unique key.
 * @param mobile empty for none
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

/** Sets the address alone, which is then not proven. A taken one violates a unique key. */
export async function setEmail(tx: Tx, key: Membership, email: string, now: Date): Promise<void> {
  const before = await emailOf(tx, key);
  await tx`
    update people set email = ${email}, email_proven = false, updated_at = ${now} where id = ${await personIdOf(tx, key)}`;
  await writeAddresses(tx, key, { email, now }, before);
}

/**
 * Writes a person's new address, and number if given, to this membership and to those that they have joined; other
 * invitations keep the former.
 */
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
 * Locks a membership of a person until the transaction ends, because an invitation can be moved to somebody else
 * while a proof is checked.
 * @returns whether the membership is still theirs
 */
export async function holdMembership(tx: Tx, key: Membership, personId: number | null): Promise<boolean> {
  const rows = await tx`
    select from users where merchant_id = ${key.merchantId} and id = ${key.userId} and person_id = ${personId}
       for no key update`;
  return rows.length > 0;
}

/** Records that a membership has been joined, unless it already was. @returns whether it has now */
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

/** Lists the memberships to which the person of a given one is invited, except that one. */
export async function listInvitations(db: Db, key: Membership): Promise<Membership[]> {
  return db<Membership[]>`
    select merchant_id as "merchantId", id as "userId" from users
     where person_id = ${personOf(db, key)} and joined_at is null and is_active
       and not (merchant_id = ${key.merchantId} and id = ${key.userId})`;
}

/**
 * Records that a person's address is proven; only `proveAddress` of auth calls it.
 * @returns whether it was not before
 */
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

/** Unlinks a person from the companies' accounts, in every merchant. */
export async function dropCompanyAccounts(tx: Tx, key: Membership): Promise<void> {
  await tx`
    delete from company_accounts a using users u
     where ${isOfPerson(tx, key)} and a.merchant_id = u.merchant_id and a.user_id = u.id`;
}

/**
 * Deletes the rows that map a person's passkeys to merchants; on a distributed database no foreign key deletes them.
 */
async function dropLogins(tx: Tx, ofPerson: Sql): Promise<void> {
  await tx`
    delete from passkey_logins where (merchant_id, passkey_id) in (select merchant_id, id from passkeys where ${ofPerson})`;
}

/** Lists the joined memberships of the person of a given one. */
export async function listJoined(db: Db, key: Membership): Promise<(Membership & { isActive: boolean })[]> {
  return db<(Membership & { isActive: boolean })[]>`
    select merchant_id as "merchantId", id as "userId", is_active as "isActive" from users
     where person_id = ${personOf(db, key)} and joined_at is not null`;
}

/** Records the merchant in which the last session was opened. */
export async function noteSession(db: Db, key: Membership): Promise<void> {
  await db`
    update people set last_merchant_id = ${key.merchantId}
     where id = ${await personIdOf(db, key)} and last_merchant_id is distinct from ${key.merchantId}`;
}

/** Lists all memberships of the person of a given one, including that one. */
export async function listMemberships(db: Db, key: Membership): Promise<Membership[]> {
  return db<Membership[]>`
    select merchant_id as "merchantId", id as "userId" from users where person_id = ${personOf(db, key)}`;
}

/**
 * Ends a membership; the person's past actions in the merchant keep their name. A person without another membership
 * is deleted with all their credentials, and their addresses become free.
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
