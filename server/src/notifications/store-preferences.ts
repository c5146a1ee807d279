import type { Channels, NotificationTopic, PreferencesForm } from '@daftar/contract/notifications';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Chosen } from './channels.ts';

interface ChosenRow {
  userId: number;
  receivesMail: boolean;
  topics: Partial<Record<NotificationTopic, Channels>>;
  quietHours: Chosen['quietHours'];
}

/** Reads the preferences of a merchant's people, by id; people who have left are absent. */
export async function choicesOf(
  db: Db,
  { merchantId, mode }: Scope,
  userIds: readonly number[],
): Promise<Map<number, Chosen>> {
  const rows = await db<ChosenRow[]>`
    select u.id as "userId",
           u.receive_notifications and not exists (
             select from merchant_settings s
              where s.merchant_id = u.merchant_id and s.mode = ${mode} and not s.receive_notification) as "receivesMail",
           coalesce((
             select jsonb_object_agg(p.topic, jsonb_build_object('bell', p.bell, 'mail', p.mail, 'push', p.push))
               from notification_preferences p where p.merchant_id = u.merchant_id and p.user_id = u.id), '{}') as topics,
           (select jsonb_build_object('from', q.from_hour, 'until', q.until_hour)
              from quiet_hours q where q.merchant_id = u.merchant_id and q.user_id = u.id) as "quietHours"
      from users u where u.merchant_id = ${merchantId} and u.id = any (${[...userIds]}::bigint[])`;
  return new Map(rows.map(({ userId, ...chosen }) => [userId, chosen]));
}

type Person = { merchantId: number; userId: number };

/** Saves a person's preferences; omitted topics do not change. */
export async function writeChoices(
  tx: Tx,
  { merchantId, userId }: Person,
  { topics, quiet_hours: quiet }: PreferencesForm,
): Promise<void> {
  for (const { topic, bell, mail, push = null } of topics) {
    await tx`
      insert into notification_preferences (merchant_id, user_id, topic, bell, mail, push)
      values (${merchantId}, ${userId}, ${topic}, ${bell}, ${mail}, coalesce(${push}::boolean, true))
      on conflict (merchant_id, user_id, topic) do update
        set bell = excluded.bell, mail = excluded.mail,
            push = coalesce(${push}::boolean, notification_preferences.push)`;
  }
  if (quiet === null) {
    await tx`delete from quiet_hours where merchant_id = ${merchantId} and user_id = ${userId}`;
    return;
  }
  await tx`
    insert into quiet_hours (merchant_id, user_id, from_hour, until_hour)
    values (${merchantId}, ${userId}, ${quiet.from}, ${quiet.until})
    on conflict (merchant_id, user_id) do update
      set from_hour = excluded.from_hour, until_hour = excluded.until_hour`;
}

/** Saves whether a person wants e-mails about a topic, and nothing else. */
export async function writeMail(
  db: Db,
  { merchantId, userId }: Person,
  topic: NotificationTopic,
  wants: boolean,
): Promise<void> {
  await db`
    insert into notification_preferences (merchant_id, user_id, topic, bell, mail)
    values (${merchantId}, ${userId}, ${topic}, true, ${wants})
    on conflict (merchant_id, user_id, topic) do update set mail = excluded.mail`;
}
