import { asciiDomain, readableDomain } from '@daftar/contract/email-address';
import type { Db } from './db/connect.ts';
import type { Sql } from './lists/page.ts';

/** Condition for rows whose e-mail address has a domain, which is given in DNS form. */
export function hasDomain(db: Db, alias: 'u' | 'o', domain: string): Sql {
  const end = `@${readableDomain(domain)}`;
  return db`right(${db(alias)}.email, ${end.length}) = ${end}`;
}

/** Returns the domain of an e-mail address in DNS form; empty if it has none. */
export const domainOfEmail = (email: string): string =>
  asciiDomain(email.slice(email.lastIndexOf('@') + 1)) ?? '';
