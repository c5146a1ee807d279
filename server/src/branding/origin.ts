/** Where the addresses that payers are given lead. */
import type { Config } from '../config.ts';
import type { Db } from '../platform/db/connect.ts';
import { findVerifiedHost } from './store.ts';

type Served = { config: Pick<Config, 'publicUrl'> };

/** The origin of a verified host, or ours. */
export function originAt({ config: { publicUrl } }: Served, host: string | null): string {
  if (host === null) return publicUrl;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}

/** The origin of what a merchant gives to its payers, in one indexed read. */
export const payerOrigin = async (app: Served, db: Db, merchantId: number): Promise<string> =>
  originAt(app, await findVerifiedHost(db, { merchantId }));

/** What the addresses of a merchant's payment pages begin with, before the token. */
export const payAddresses = async (app: Served, db: Db, merchantId: number): Promise<string> =>
  `${await payerOrigin(app, db, merchantId)}/pay/`;
