import { randomBytes } from 'node:crypto';
import { type Db, inTransaction, type Sql } from './db/connect.ts';
import { deriveKey } from './keys.ts';
import { seal, unseal } from './seal.ts';
import { WrongSecret } from './wrong-secret.ts';

export { WrongSecret } from './wrong-secret.ts';

/** What a process was given to open the root secret with. */
export interface GivenSecrets {
  /** `DAFTAR_SECRET`: signs what this process signs. */
  current: string;
  /** `DAFTAR_SECRET_OTHER`: taken as well while one is replaced by the other. */
  other: string | null;
}

const nameOf = (secret: string) => deriveKey(secret, 'name of a secret').toString('hex');
const keyOf = (secret: string) => deriveKey(secret, 'root secret');

/** What the keys of an installation are derived from, whatever `DAFTAR_SECRET` is today. */
export interface Root {
  /** Of every key; whoever knows it and the database can read what is sealed there. */
  secret: string;
  /** Of the keys of what strangers hand in, besides: it is in the database alone. */
  salt: string;
}

/**
 * The secret that every lasting key is derived from. It is kept in the database, sealed under each secret given here, so that
 * a process with only one of the two finds it too. A new database draws it at random; one from before there was a root has
 * its first secret for it, because what was derived from that must stay readable.
 * @throws WrongSecret when the database has a root that neither opens.
 */
export async function openRootSecret(sql: Sql, given: GivenSecrets, now: Date): Promise<Root> {
  const secrets = given.other === null ? [given.current] : [given.current, given.other];
  const kept = await keptFor(sql, secrets);
  const salt = await findSalt(sql);
  if (kept.root !== null && kept.missing.length === 0 && salt !== null) return { secret: kept.root, salt };
  return inTransaction(sql, async (tx) => {
    // Processes that start at once agree on one root.
    await tx`lock table root_secrets in exclusive mode`;
    const { root: found, missing } = await keptFor(tx, secrets);
    if (found === null) {
      const [taken] = await tx`select from root_secrets limit 1`;
      if (taken) throw new WrongSecret();
    }
    const saltFound = await findSalt(tx);
    // With a salt it has had a root, which was given up on purpose.
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

/** Whether somebody uses the database already. */
async function hasPeople(sql: Db): Promise<boolean> {
  const [row] = await sql<{ used: boolean }[]>`
    select exists (select from users) or exists (select from operators) as used`;
  return row!.used;
}

/** The root, as one of these secrets opens it, and those of them that do not open it yet. */
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
 * Ends the replacement of a secret: no secret but the given one opens the root any more.
 * @returns how many could until now.
 */
export async function retireOtherSecrets(sql: Sql, current: string): Promise<number> {
  const gone = await sql`delete from root_secrets where opened_by <> ${nameOf(current)}`;
  return gone.count;
}
