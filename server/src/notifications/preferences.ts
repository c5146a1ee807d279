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

/** Returns the caller's notification preferences. */
export async function chosenBy(app: Pick<App, 'db'>, caller: Caller): Promise<Chosen> {
  const choices = await choicesOf(app.db, caller, [caller.userId]);
  return choices.get(caller.userId) ?? { receivesMail: false, topics: {}, quietHours: null };
}

/** Returns the channels of each topic that the caller may see. */
export async function readPreferences(app: App, caller: Caller): Promise<Preferences> {
  const chosen = await chosenBy(app, caller);
  const kinds = visibleKinds(caller.permissions);
  // The switches show the stored choices; whether e-mails are sent at all is shown beside them.
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

/** Saves the caller's notification preferences. */
export const savePreferences = (app: App, caller: Caller, form: PreferencesForm): Promise<void> =>
  transaction(app.db, (tx) => writeChoices(tx, caller, form));

/** A person and a topic, as named in an e-mail. */
interface Subscription {
  merchantId: number;
  userId: number;
  topic: NotificationTopic;
}

/** Returns whether a person wants e-mails about a topic; null when they have left. */
export async function mailsAbout(
  app: Pick<App, 'db'>,
  { merchantId, userId, topic }: Subscription,
): Promise<boolean | null> {
  const chosen = (await choicesOf(app.db, { merchantId, mode: 'live' }, [userId])).get(userId);
  return chosen ? (chosen.topics[topic]?.mail ?? true) : null;
}

/** Stops or resumes e-mails about a topic; other preferences do not change. */
export const subscribeToTopic = (
  app: Pick<App, 'db'>,
  { topic, ...person }: Subscription,
  wants: boolean,
): Promise<void> => writeMail(app.db, person, topic, wants);
