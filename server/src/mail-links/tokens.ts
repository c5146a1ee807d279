/**
 * Signed URLs in our e-mails, for people who need not sign in: to unsubscribe, and to confirm that one wants a
 * report.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_TOPICS, type NotificationTopic } from '@daftar/contract/notifications';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';

/** The purpose of a URL. */
export type MailLink =
  /** Unsubscribing from a report; it never expires. */
  | { kind: 'report'; merchantId: number; recipientId: number }
  /** Unsubscribing from e-mails about a topic. */
  | { kind: 'topic'; merchantId: number; userId: number; topic: NotificationTopic }
  /** Confirming an address; expires. */
  | { kind: 'confirm'; merchantId: number; recipientId: number; until: Date };

type Keyed = Pick<App, 'config'>;

function partsOf(link: MailLink): string {
  switch (link.kind) {
    case 'report':
      return `r.${link.merchantId}.${link.recipientId}.0`;
    case 'topic':
      return `t.${link.merchantId}.${link.userId}.${link.topic}`;
    case 'confirm':
      return `c.${link.merchantId}.${link.recipientId}.${Math.floor(link.until.getTime() / 1000)}`;
  }
}

const sign = (app: Keyed, parts: string) =>
  createHmac('sha256', serverKey(app, 'links in mails')).update(parts).digest('base64url').slice(0, 32);

/** Returns the token of a link. */
const tokenOf = (app: Keyed, link: MailLink): string => {
  const parts = partsOf(link);
  return `${parts}.${sign(app, parts)}`;
};

/** Parses a token; null for one that we have not made. The caller checks whether a confirmation has expired. */
export function readToken(app: Keyed, token: string): MailLink | null {
  const [, parts = '', kind, merchant, person, last = '', signature = ''] =
    /^(([rtc])\.(\d{1,15})\.(\d{1,15})\.([\w-]{1,20}))\.([\w-]{32})$/.exec(token) ?? [];
  if (!parts || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(app, parts)))) return null;
  const merchantId = Number(merchant);
  if (kind === 'r') return { kind: 'report', merchantId, recipientId: Number(person) };
  if (kind === 'c') {
    return { kind: 'confirm', merchantId, recipientId: Number(person), until: new Date(Number(last) * 1000) };
  }
  const topic = NOTIFICATION_TOPICS.find((each) => each === last);
  return topic ? { kind: 'topic', merchantId, userId: Number(person), topic } : null;
}

/** Returns the URL for unsubscribing: a page for people, and one click for their mail program (RFC 8058). */
export const unsubscribeUrl = (app: Keyed, link: Extract<MailLink, { kind: 'report' | 'topic' }>): string =>
  `${app.config.publicUrl}/mail/unsubscribe/${tokenOf(app, link)}`;

/** Returns the URL at which a recipient confirms that they want a report. */
export const confirmUrl = (app: Keyed, link: Extract<MailLink, { kind: 'confirm' }>): string =>
  `${app.config.publicUrl}/mail/confirm/${tokenOf(app, link)}`;
