import {
  ALWAYS_TOLD,
  NOTIFICATION_TOPICS,
  type NotificationTopic,
  type Preferences,
  type PreferencesForm,
} from '@daftar/contract/notifications';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { type Chosen, channelsFor } from './channels.ts';
import { topicOf, visibleKinds } from './kinds.ts';
import { choicesOf, writeChoices, writeMail } from './store-preferences.ts';

/** What the caller chose. */
export async function chosenBy(app: Pick<App, 'db'>, caller: Caller): Promise<Chosen> {
  const choices = await choicesOf(app.db, caller, [caller.userId]);
  return choices.get(caller.userId) ?? { receivesMail: false, topics: {}, quietHours: null };
}

/** Returns how the caller hears of what they may be told of. */
export async function readPreferences(app: App, caller: Caller): Promise<Preferences> {
  const chosen = await chosenBy(app, caller);
  const kinds = visibleKinds(caller.permissions);
  // Switches show what was chosen; whether mail comes at all is said beside them.
  const shown = { ...chosen, receivesMail: true };
  return {
    topics: NOTIFICATION_TOPICS.flatMap((topic) => {
      const kind = kinds.find((each) => topicOf(each) === topic);
      return kind ? [{ topic, ...channelsFor(shown, kind), is_fixed: topic === ALWAYS_TOLD }] : [];
    }),
    quiet_hours: chosen.quietHours,
    receives_mail: chosen.receivesMail,
  };
}

/** Saves how the caller hears of what. */
export const savePreferences = (app: App, caller: Caller, form: PreferencesForm): Promise<void> =>
  transaction(app.db, (tx) => writeChoices(tx, caller, form));

/** Somebody and what they are told about, as a mail names them. */
interface Subscription {
  merchantId: number;
  userId: number;
  topic: NotificationTopic;
}

/** Whether somebody wants mails about a topic; null when they have left. */
export async function mailsAbout(
  app: Pick<App, 'db'>,
  { merchantId, userId, topic }: Subscription,
): Promise<boolean | null> {
  const chosen = (await choicesOf(app.db, { merchantId, mode: 'live' }, [userId])).get(userId);
  return chosen ? (chosen.topics[topic]?.mail ?? true) : null;
}

/** Ends the mails about a topic, or begins them again; what else somebody chose stays. */
export const subscribeToTopic = (
  app: Pick<App, 'db'>,
  { topic, ...person }: Subscription,
  wants: boolean,
): Promise<void> => writeMail(app.db, person, topic, wants);
