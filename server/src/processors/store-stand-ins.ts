import type { Db } from '../platform/db/connect.ts';
import type { NewAccount } from './store-manage.ts';

/** Updates the URL and secrets of the account with this adapter, mode and name. @returns false if there is none */
export async function renewAccount(db: Db, a: NewAccount, now: Date): Promise<boolean> {
  const changed = await db`
    update processor_accounts
       set base_url = ${a.baseUrl}, credentials = ${db.json(a.credentials)}, sealed_credentials = ${a.sealedCredentials},
           sealed_notification_secret = ${a.sealedNotificationSecret}, version = version + 1, updated_at = ${now}
     where adapter = ${a.adapter} and name = ${a.name} and mode = ${a.mode}`;
  return changed.count > 0;
}
