/** How a person hears of a notification, and when not: the only place that decides it, for every sender. */
import {
  ALWAYS_TOLD,
  type Channels,
  type NotificationTopic,
  type QuietHours,
} from '@daftar/contract/notifications';
import { cairoHour, cairoMomentOf, nextDay } from '../platform/time/cairo.ts';
import { topicOf } from './kinds.ts';

/** What a person chose. */
export interface Chosen {
  /** Whether their profile and the mode's settings let notifications come by e-mail at all. */
  receivesMail: boolean;
  /** A topic without an entry comes by everything that the person has. */
  topics: Partial<Record<NotificationTopic, Channels>>;
  quietHours: QuietHours | null;
}

const EVERYTHING: Channels = { bell: true, mail: true, push: true };

/**
 * The channels by which a person hears of a kind of notification. `push` means the devices that they registered for it.
 * Mails that owners get of the account's security (`owners.ts`) do not ask: they are always sent.
 */
export function channelsFor({ receivesMail, topics }: Chosen, kind: string): Channels {
  const topic = topicOf(kind);
  const chosen = topic === ALWAYS_TOLD ? EVERYTHING : (topics[topic] ?? EVERYTHING);
  return { ...chosen, mail: receivesMail && chosen.mail };
}

/**
 * Until when nothing of a kind may disturb a person, by Cairo's clock; null when it may now. The bell is silent and shows
 * everything at once, and the account's own news waits for nobody.
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
