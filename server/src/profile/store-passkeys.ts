import * as people from '../people/writes.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { UserKey } from './store-factors.ts';

/** A passkey; the merchant and user are those for which it and its handle were made. */
export interface PasskeyRow extends UserKey {
  personId: number;
  id: number;
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

const columns = (db: Db) => db`
  p.merchant_id as "merchantId", p.user_id as "userId", p.person_id as "personId", p.id, p.name, p.credential_id as "credentialId",
  p.public_key as "publicKey", p.counter, p.transports, p.created_at as "createdAt",
  p.last_used_at as "lastUsedAt"`;

/** Lists a person's passkeys, oldest first. */
export function listPasskeys(db: Db, key: UserKey): Promise<PasskeyRow[]> {
  return db<PasskeyRow[]>`
    select ${columns(db)} from passkeys p
     where ${people.isOfPerson(db, key)} order by p.id`;
}

/** Finds a passkey by its credential id, of any person. */
export async function findByCredential(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db<PasskeyRow[]>`
    select ${columns(db)} from passkey_logins l
      join passkeys p on p.merchant_id = l.merchant_id and p.id = l.passkey_id
     where l.credential_id = ${credentialId}`;
  return row ?? null;
}

export interface NewPasskey {
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** Inserts a passkey. @returns null when the credential exists */
export async function insertPasskey(
  tx: Tx,
  key: UserKey,
  passkey: NewPasskey,
  now: Date,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into passkeys (merchant_id, user_id, person_id, name, credential_id, public_key, counter, transports,
                          created_at)
    select ${key.merchantId}, ${key.userId}, person_id, ${passkey.name}, ${passkey.credentialId},
           ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}::text[], ${now}
      from users where merchant_id = ${key.merchantId} and id = ${key.userId}
    returning id`;
  const [login] = await tx<{ id: number }[]>`
    insert into passkey_logins (credential_id, merchant_id, passkey_id)
    values (${passkey.credentialId}, ${key.merchantId}, ${row!.id})
    on conflict do nothing returning passkey_id as id`;
  return login ? row!.id : null;
}

/**
 * Records a use.
 * @returns false when the counter of a counting device did not increase: a copy of the passkey was used
 */
export async function noteUse(db: Db, passkey: PasskeyRow, counter: number, now: Date): Promise<boolean> {
  const noted = await db`
    update passkeys set counter = ${counter}, last_used_at = ${now}
     where merchant_id = ${passkey.merchantId} and id = ${passkey.id}
       and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  return noted.count === 1;
}

/**
 * Locks a person's passkey.
 * @returns the merchant in which it was made, and its name; undefined when it is not theirs
 */
async function lockPasskey(tx: Tx, key: UserKey, id: number) {
  const [of] = await tx<{ merchantId: number }[]>`
    select merchant_id as "merchantId" from passkeys where ${people.isOfPerson(tx, key)} and id = ${id}`;
  if (!of) return undefined;
  const [row] = await tx<{ merchantId: number; name: string }[]>`
    select merchant_id as "merchantId", name from passkeys
     where merchant_id = ${of.merchantId} and id = ${id} for update`;
  return row;
}

/** Renames a passkey. @returns the former name; null when it is not theirs */
export async function renamePasskey(tx: Tx, key: UserKey, id: number, name: string): Promise<string | null> {
  const was = await lockPasskey(tx, key, id);
  if (!was) return null;
  await tx`update passkeys set name = ${name} where merchant_id = ${was.merchantId} and id = ${id}`;
  return was.name;
}

/** Deletes a passkey. @returns its name; null when it is not theirs */
export async function deletePasskey(tx: Tx, key: UserKey, id: number): Promise<string | null> {
  const was = await lockPasskey(tx, key, id);
  if (!was) return null;
  await tx`delete from passkey_logins where merchant_id = ${was.merchantId} and passkey_id = ${id}`;
  await tx`delete from passkeys where merchant_id = ${was.merchantId} and id = ${id}`;
  return was.name;
}
