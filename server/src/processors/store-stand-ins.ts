import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The account of a stand-in. */
export interface StandInAccount {
  name: string;
  adapter: string;
  token: string;
  mode: Mode;
  methods: number[];
  currencies: string[];
  baseUrl: string;
  credentials: Record<string, string>;
  sealedCredentials: Buffer;
  sealedNotificationSecret: Buffer;
  now: Date;
}

/** Writes an account of this name; one that exists gets the new address and secrets. */
export async function writeAccount(db: Db, a: StandInAccount): Promise<void> {
  const changed = await db`
    update processor_accounts
       set base_url = ${a.baseUrl}, credentials = ${db.json(a.credentials)}, sealed_credentials = ${a.sealedCredentials},
           sealed_notification_secret = ${a.sealedNotificationSecret}, version = version + 1, updated_at = ${a.now}
     where adapter = ${a.adapter} and name = ${a.name} and mode = ${a.mode}`;
  if (changed.count > 0) return;
  await db`
    insert into processor_accounts (token, adapter, mode, name, methods, currencies, base_url, credentials,
                                    sealed_credentials, sealed_notification_secret, state, created_at, updated_at)
    values (${a.token}, ${a.adapter}, ${a.mode}, ${a.name}, ${a.methods}, ${a.currencies}, ${a.baseUrl},
            ${db.json(a.credentials)}, ${a.sealedCredentials}, ${a.sealedNotificationSecret}, 'on', ${a.now}, ${a.now})`;
}
