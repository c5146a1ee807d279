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
 * Job `send-password-link`: mails a create-password or reset link if the address has a matching user. It runs after the
 * reply, so that an unknown address takes as long as a known one.
 */
export async function sendPasswordLink(app: App, request: PasswordLinkRequest): Promise<void> {
  const user = await findUserByEmail(app.db, request.email);
  if (!user?.isActive) return;
  // A user without a password can only create one; a user with a password can only reset it.
  const purpose: PasswordPurpose = user.passwordHash === null ? 'create-password' : 'reset-password';
  if (request.purpose === 'create-password' && purpose !== 'create-password') return;
  try {
    await takeMailTo(app, user.email);
  } catch (error) {
    // The caller gets no answer, so that nothing reveals whether there is an account.
    if (error instanceof TooManyError) return;
    throw error;
  }
  await transaction(app.db, (tx) => mailLink(app, tx, user, purpose, request.locale));
}

/**
 * Invalidates every password link of a user. Links that reject a pending change of address stay valid until the change
 * is over.
 */
export async function revokeLinks(
  tx: Tx,
  key: { merchantId: number; userId: number },
  now: Date,
): Promise<void> {
  await useUpPasswordTokens(tx, key, now);
}

/** Cancels a pending change of somebody's address. @returns whether there was one. */
export async function stopAddressChange(
  tx: Tx,
  key: { merchantId: number; userId: number },
  now: Date,
): Promise<boolean> {
  return dropAddressChange(tx, key, now);
}

/** Whether mail may quote text that the merchant's people typed: only once the merchant is verified. */
export async function mayQuote(tx: Tx, merchantId: number): Promise<boolean> {
  return isVerified(tx, merchantId);
}

/** The sender of an invitation, and the merchant. */
export interface Invitation {
  inviter: string;
  business: string;
}

/**
 * Creates a link, replacing earlier ones, and writes the e-mail that carries it. An invitation names the inviter only
 * once the merchant is verified; otherwise anybody could have us mail any text to anybody.
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

/** Whether a link was sent to the current or to the new address of a pending change. */
export type AddressPurpose = 'address-old' | 'address-new';

/** Creates a link by which an address confirms or rejects its change. @returns its URL. */
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

/** Consumes such a link. @returns null when it is used, expired, superseded or unknown. */
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
