import { Resolver } from 'node:dns/promises';
import type { Config } from '../config.ts';
import type { Answer } from './rules.ts';

const TIMEOUT_MILLISECONDS = 3_000;
/** Maximum number of records of a name; more than anybody has. */
const RECORDS_MAXIMUM = 100;
/** DNS answered that there is no such name or record; any other error is no answer. */
const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** Queries DNS for a TXT record with a value: by the machine's servers, or the configured ones. */
export async function lookFor(
  { dnsServers }: Pick<Config, 'dnsServers'>,
  record: { name: string; value: string },
): Promise<Answer> {
  const resolver = new Resolver({ timeout: TIMEOUT_MILLISECONDS, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  try {
    const texts = await resolver.resolveTxt(record.name);
    const isThere = texts.slice(0, RECORDS_MAXIMUM).some((parts) => parts.join('').trim() === record.value);
    return isThere ? 'found' : 'missing';
  } catch (error) {
    return NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '') ? 'missing' : 'unknown';
  }
}
