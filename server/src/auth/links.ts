import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { takeColleaguesMail, takeMailTo } from './mail-limits.ts';
import { CREATE_PASSWORD_HOURS, RESET_PASSWORD_HOURS } from './rules.ts';
import { hashToken, randomSecret } from './secrets.ts';
import {
  dropAddressChange,
  findUserByEmail,
  isVerified,
  replaceEmailToken,
  type UserRow,
  useEmailToken,
  useUpPasswordTokens,
} from './store.ts';

type PasswordPurpose = 'create-password' | 'reset-password';

const hours: Record<PasswordPurpose, number> = {
  'create-password': CREATE_PASSWORD_HOURS,
  'reset-password': RESET_PASSWORD_HOURS,
};

/** Payload of the job `send-password-link`. */
export interface PasswordLinkRequest {
  email: string;
  purpose: PasswordPurpose;
  locale: Locale;
}

/**
 * Job `send-password-link`: mails a create-password or reset link, when the address has a user that it fits. It runs
 * after the reply, so that an unknown address takes exactly as long as a known one.
 */
export async function sendPasswordLink(app: App, request: PasswordLinkRequest): Promise<void> {
  const user = await findUserByEmail(app.db, request.email);
  if (!user?.isActive) return;
  // Who has no password yet can only create one; who has one can only reset it.
  const purpose: PasswordPurpose = user.passwordHash === null ? 'create-password' : 'reset-password';
  if (request.purpose === 'create-password' && purpose !== 'create-password') return;
  try {
    await takeMailTo(app, user.email);
  } catch (error) {
    // Nobody waits for an answer, and none may tell whether there is an account.
    if (error instanceof TooManyError) return;
    throw error;
  }
  await transaction(app.db, (tx) => mailLink(app, tx, user, purpose, request.locale));
}

/**
 * Invalidates every link to a password that was sent to somebody. The links by which an address says no to its change stay,
 * as long as there is a change to say no to.
 */
export async function revokeLinks(
  tx: Tx,
  key: { merchantId: number; userId: number },
  now: Date,
): Promise<void> {
  await useUpPasswordTokens(tx, key, now);
}

/** Ends a change of somebody's address that waits for its two yeses. @returns whether there was one. */
export async function stopAddressChange(
  tx: Tx,
  key: { merchantId: number; userId: number },
  now: Date,
): Promise<boolean> {
  return dropAddressChange(tx, key, now);
}

/** Whether mail may quote what a merchant's people typed: we have made sure who the merchant is. */
export async function mayQuote(tx: Tx, merchantId: number): Promise<boolean> {
  return isVerified(tx, merchantId);
}

/** Who sends an invitation, and for which merchant. */
export interface Invitation {
  inviter: string;
  business: string;
}

/**
 * Writes a fresh link, in place of earlier ones, and the e-mail that carries it. An invitation says who invites, once we
 * have made sure who the merchant is: before that anybody could have us mail anything to anybody.
 * @throws TooManyError for an invitation to somebody who was sent several already
 */
export async function mailLink(
  app: App,
  tx: Tx,
  user: Pick<UserRow, 'merchantId' | 'id' | 'email' | 'firstName'>,
  purpose: PasswordPurpose,
  locale: Locale,
  invitation: Invitation | null = null,
): Promise<void> {
  if (invitation) {
    await takeColleaguesMail(app, tx, 'invitation', { merchantId: user.merchantId, to: user.email });
  }
  const isKnown = invitation !== null && (await mayQuote(tx, user.merchantId));
  const token = randomSecret();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + hours[purpose] * 3_600_000);
  const key = { merchantId: user.merchantId, userId: user.id };
  await replaceEmailToken(tx, key, purpose, { hash: hashToken(token), now, expiresAt });
  const origin = app.config.publicUrl;
  const url =
    purpose === 'create-password'
      ? `${origin}/create-password?${new URLSearchParams({ email: user.email, token, lang: locale })}`
      : `${origin}/reset-password/${token}?lang=${locale}`;
  const welcome = invitation ? (isKnown ? 'auth.inviteMail' : 'auth.strangerInviteMail') : 'auth.createMail';
  const mail = purpose === 'create-password' ? welcome : 'auth.resetMail';
  const sentence = (part: string) =>
    translate(locale, {
      key: `${mail}.${part}`,
      params: { name: user.firstName, email: user.email, ...invitation },
    });
  const content = composeEmail({
    locale,
    heading: sentence('heading'),
    paragraphs: [sentence('body')],
    action: { label: sentence('action'), url },
  });
  await sendMessage(app, tx, {
    merchantId: user.merchantId,
    channel: 'email',
    to: user.email,
    locale,
    subject: sentence('subject'),
    ...content,
    links: [url],
    expiresAt,
  });
}

/** Which of two addresses a link was sent to, when one is to take the other's place. */
export type AddressPurpose = 'address-old' | 'address-new';

/** Writes a fresh link by which an address answers. @returns where it leads. */
export async function newAddressLink(
  app: App,
  tx: Tx,
  key: { merchantId: number; userId: number },
  { purpose, expiresAt, locale }: { purpose: AddressPurpose; expiresAt: Date; locale: Locale },
): Promise<string> {
  const token = randomSecret();
  await replaceEmailToken(tx, key, purpose, { hash: hashToken(token), now: app.clock.now(), expiresAt });
  return `${app.config.publicUrl}/confirm-address/${token}?lang=${locale}`;
}

/** Uses such a link up. Null when it is used, old, superseded or never was. */
export async function takeAddressLink(
  tx: Tx,
  token: string,
  purposes: readonly AddressPurpose[],
  now: Date,
): Promise<{ merchantId: number; userId: number; purpose: AddressPurpose } | null> {
  for (const purpose of purposes) {
    const used = await useEmailToken(tx, hashToken(token), purpose, now);
    if (used) return { merchantId: used.merchantId, userId: used.userId, purpose };
  }
  return null;
}
