/** Proves ownership of a name by a DNS record, for other nouns. */
import { accountMode } from '../merchants/account-mode.ts';
import { type OwnersNotice, tellOwners } from '../notifications/owners.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { lookFor } from './dns.ts';
import { type Answer, hostOf, ownHost } from './rules.ts';
import { getStatus } from './store.ts';

export { type Answer, afterLookup, lapseOf } from './rules.ts';

/**
 * Parses a typed name as {@link hostOf} does.
 * @throws InvalidError 422 on `field` for a name that nobody can own, or that is ours
 */
export function readName(app: Pick<App, 'config'>, typed: string, field: string): string {
  const read = hostOf(typed, ownHost(app.config));
  if ('problem' in read) throw InvalidError.field(field, read.problem);
  return read.host;
}

/** Asks DNS for a record. */
export const askDns = (app: Pick<App, 'config'>, record: { name: string; value: string }): Promise<Answer> =>
  lookFor(app.config, record);

/** Tells every owner of a merchant about an event of a domain, in the transaction that recorded it. */
export async function tellOwnersOfDomain(
  app: App,
  tx: Tx,
  { merchantId }: { merchantId: number },
  news: OwnersNotice,
): Promise<void> {
  const mode = accountMode(await getStatus(tx, { merchantId }), 'test');
  await tellOwners({ ...app, db: tx }, { merchantId, mode }, news);
}
