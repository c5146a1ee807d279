import { Resolver } from 'node:dns/promises';
import type { Config } from '../config.ts';
import type { Answer } from './rules.ts';

const TIMEOUT_MILLISECONDS = 3_000;
/** More records than anybody's name has. */
const RECORDS_MAXIMUM = 100;
/** DNS said that there is no such name or record; any other error says nothing. */
const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks DNS whether a name has a TXT record of a value: the machine's servers, or those of the configuration. */
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
