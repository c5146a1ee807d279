import { readableDomain } from '@daftar/contract/email-address';
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** Selects rows whose e-mail address has a domain, which is given as DNS writes it. */
export function hasDomain(db: Db, alias: 'u' | 'o', domain: string): Sql {
  const end = `@${readableDomain(domain)}`;
  return db`right(${db(alias)}.email, ${end.length}) = ${end}`;
}
