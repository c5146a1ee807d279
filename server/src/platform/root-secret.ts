import { randomBytes } from 'node:crypto';
import { type Db, inTransaction, type Sql } from './db/connect.ts';
import { deriveKey } from './keys.ts';
import { seal, unseal } from './seal.ts';
import { WrongSecret } from './wrong-secret.ts';

export { WrongSecret } from './wrong-secret.ts';

/** The secrets that can decrypt the root secret. */
export interface GivenSecrets {
  /** `DAFTAR_SECRET`, which signs the data of this process. */
  current: string;
  /** `DAFTAR_SECRET_OTHER`, also accepted while one replaces the other. */
  other: string | null;
}

const nameOf = (secret: string) => deriveKey(secret, 'name of a secret').toString('hex');
const keyOf = (secret: string) => deriveKey(secret, 'root secret');

/** The source of an installation's keys, independent of the current `DAFTAR_SECRET`. */
export interface Root {
  /** The root of every key; together with the database, it decrypts the encrypted data. */
  secret: string;
  /** Also part of the keys that protect input from strangers; stored in the database only. */
  salt: string;
}

/**
 * Returns the secret from which all lasting keys are derived. It is stored in the database, encrypted with each of the
 * given secrets, so that a process with only one of the two finds it too. A new database draws it at random; one from
 * before root secrets uses its first secret, because data encrypted with that must stay readable.
 * @throws WrongSecret if neither secret decrypts the stored root.
 */
export async function openRootSecret(sql: Sql, given: GivenSecrets, now: Date): Promise<Root> {
  const secrets = given.other === null ? [given.current] : [given.current, given.other];
  const kept = await keptFor(sql, secrets);
  const salt = await findSalt(sql);
  if (kept.root !== null && kept.missing.length === 0 && salt !== null) return { secret: kept.root, salt };
  return inTransaction(sql, async (tx) => {
    // Lets processes that start at the same time agree on one root.
    await tx`lock table root_secrets in exclusive mode`;
    const { root: found, missing } = await keptFor(tx, secrets);
    if (found === null) {
      const [taken] = await tx`select from root_secrets limit 1`;
      if (taken) throw new WrongSecret();
    }
    const saltFound = await findSalt(tx);
    // A salt shows that a root existed and was deliberately abandoned.
    const isFromBefore = saltFound === null && (await hasPeople(tx));
    const root = found ?? (isFromBefore ? given.current : draw());
    for (const secret of missing) {
      await tx`
        insert into root_secrets (opened_by, sealed, created_at)
        values (${nameOf(secret)}, ${seal(keyOf(secret), root)}, ${now})`;
    }
    const drawn = saltFound ?? draw();
    if (saltFound === null) await tx`insert into signing_salts (salt, created_at) values (${drawn}, ${now})`;
    return { secret: root, salt: drawn };
  });
}

const draw = () => randomBytes(48).toString('base64url');

async function findSalt(sql: Db): Promise<string | null> {
  const [row] = await sql<{ salt: string }[]>`select salt from signing_salts`;
  return row?.salt ?? null;
}

/** Returns whether the database has users. */
async function hasPeople(sql: Db): Promise<boolean> {
  const [row] = await sql<{ used: boolean }[]>`
    select exists (select 1 from users) or exists (select 1 from operators) as used`;
  return row!.used;
}

/** Decrypts the root with one of these secrets, and returns the secrets that do not decrypt it yet. */
async function keptFor(
  sql: Db,
  secrets: readonly string[],
): Promise<{ root: string | null; missing: string[] }> {
  const rows = await sql<{ openedBy: string; sealed: Buffer }[]>`
    select opened_by as "openedBy", sealed from root_secrets where opened_by in ${sql(secrets.map(nameOf))}`;
  const sealedFor = new Map(rows.map(({ openedBy, sealed }) => [openedBy, sealed]));
  const missing: string[] = [];
  let root: string | null = null;
  for (const secret of secrets) {
    const sealed = sealedFor.get(nameOf(secret));
    if (sealed === undefined) missing.push(secret);
    else root ??= unseal(keyOf(secret), sealed);
  }
  return { root, missing };
}

/**
 * Ends the replacement of a secret: only the given one decrypts the root from now on.
 * @returns the number of others that did before.
 */
export async function retireOtherSecrets(sql: Sql, current: string): Promise<number> {
  const gone = await sql`delete from root_secrets where opened_by <> ${nameOf(current)}`;
  return gone.count;
}
