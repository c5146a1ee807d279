/** Decides, for every sender, by which channels and when a person gets notifications. */
import {
  ALWAYS_TOLD,
  type Channels,
  type NotificationTopic,
  type QuietHours,
} from '@daftar/contract/notifications';
import { cairoHour, cairoMomentOf, nextDay } from '../platform/time/cairo.ts';
import { topicOf } from './kinds.ts';

/** Notification preferences of a user. */
export interface Chosen {
  /** True if their profile and the mode's settings allow e-mail notifications at all. */
  receivesMail: boolean;
  /** A topic without an entry uses every channel that the person has. */
  topics: Partial<Record<NotificationTopic, Channels>>;
  quietHours: QuietHours | null;
}

const EVERYTHING: Channels = { bell: true, mail: true, push: true };

/**
 * Returns the channels by which a person gets a kind of notification. `push` means the devices that they registered
 * for it. Security e-mails to owners (`owners.ts`) ignore these preferences: they are always sent.
 */
export function channelsFor({ receivesMail, topics }: Chosen, kind: string): Channels {
  const topic = topicOf(kind);
  const chosen = topic === ALWAYS_TOLD ? EVERYTHING : (topics[topic] ?? EVERYTHING);
  return { ...chosen, mail: receivesMail && chosen.mail };
}

/**
 * Returns the end of a person's quiet hours for a kind, by Cairo time; null if it may be sent now. The bell is silent
 * and shows everything at once, and news of the account itself is never delayed.
 */
export function quietUntil({ quietHours }: Chosen, kind: string, now: Date): Date | null {
  if (quietHours === null || topicOf(kind) === ALWAYS_TOLD) return null;
  const { from, until } = quietHours;
  const { day, hour } = cairoHour(now);
  const isOverMidnight = from > until;
  const isQuiet = isOverMidnight ? hour >= from || hour < until : hour >= from && hour < until;
  if (!isQuiet) return null;
  return cairoMomentOf(isOverMidnight && hour >= from ? nextDay(day) : day, until);
}
