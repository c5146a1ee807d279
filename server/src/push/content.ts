import type { PushNews } from '@daftar/contract/push';
import { topicOf } from '../notifications/kinds.ts';
import type { NotificationToSend } from '../notifications/service.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/** Kinds with their own sentence, because they are frequent or require action. */
const OWN_SENTENCE = [
  'payment-received',
  'order-placed',
  'chargeback-opened',
  'chargeback-due',
  'ticket-answered',
] as const;
const ASKED = /^approval-.+-asked$/;

function sentenceKeyOf(kind: string): string {
  if (ASKED.test(kind)) return 'asked';
  return OWN_SENTENCE.find((each) => each === kind) ?? topicOf(kind);
}

/**
 * Returns the text of a notification on a device: its topic, and nothing that a passer-by may not read on a locked
 * screen.
 */
export function newsOf(locale: Locale, { id, kind, href, mode }: NotificationToSend): PushNews {
  const title = translate(locale, `push.${sentenceKeyOf(kind)}`);
  return {
    title: mode === 'test' ? `${translate(locale, 'messages.test')} ${title}` : title,
    body: translate(locale, 'push.open'),
    lang: locale,
    path: href ?? '/dashboard',
    tag: `notification-${id}`,
  };
}
