/** Origins of the URLs given to payers. */
import type { Config } from '../config.ts';
import type { Db } from '../platform/db/connect.ts';
import { findVerifiedHost } from './store.ts';

type Served = { config: Pick<Config, 'publicUrl'> };

/** Returns the origin of a verified host, or ours. */
export function originAt({ config: { publicUrl } }: Served, host: string | null): string {
  if (host === null) return publicUrl;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}

/** Returns the origin of the URLs that a merchant gives to its payers, in one indexed read. */
export const payerOrigin = async (app: Served, db: Db, merchantId: number): Promise<string> =>
  originAt(app, await findVerifiedHost(db, { merchantId }));

/** Returns the part of a merchant's payment page URLs before the token. */
export const payAddresses = async (app: Served, db: Db, merchantId: number): Promise<string> =>
  `${await payerOrigin(app, db, merchantId)}/pay/`;
