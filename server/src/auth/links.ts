import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { sentence } from '../messages/words.ts';
import * as people from '../people/writes.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { TooManyError } from '../platform/http/errors.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { takeColleaguesMail, takeMailTo } from './mail-limits.ts';
import { CREATE_PASSWORD_HOURS, RESET_PASSWORD_HOURS } from './rules.ts';
import { hashToken, randomSecret } from './secrets.ts';
import {
  dropAddressChange,
  findUserByKey,
  isVerified,
  listUsersByEmail,
  replaceEmailToken,
  type UserKey,
  type UserRow,
  useEmailToken,
  useUpPasswordTokens,
} from './store.ts';

type PasswordPurpose = 'create-password' | 'reset-password' | 'join';

const hours: Record<PasswordPurpose, number> = {
  'create-password': CREATE_PASSWORD_HOURS,
  'reset-password': RESET_PASSWORD_HOURS,
  join: CREATE_PASSWORD_HOURS,
};

/** Payload of the job `send-password-link`. */
export interface PasswordLinkRequest {
  email: string;
  purpose: 'create-password' | 'reset-password';
  locale: Locale;
}

/**
 * Job `send-password-link`: mails a create-password or reset link if the address has a matching user. A user with a
 * password who requests the link of an invitation gets that link. It runs after the reply, so that an unknown address
 * takes as long as a known one.
 */
export async function sendPasswordLink(app: App, request: PasswordLinkRequest): Promise<void> {
  const users = await listUsersByEmail(app.db, request.email);
  const [user] = users;
  if (!user?.isActive) return;
  // A user without a password can only create one; a user with a password can only reset it.
  const purpose = user.passwordHash === null ? 'create-password' : 'reset-password';
  const isInvited = request.purpose === 'create-password' && purpose !== 'create-password';
  const invited = users.filter((each) => each.isActive && !each.hasJoined);
  if (isInvited && invited.length === 0) return;
  try {
    await takeMailTo(app, user.email);
  } catch (error) {
    // The caller gets no error, so that nothing reveals whether there is an account.
    if (error instanceof TooManyError) return;
    throw error;
  }
  await transaction(app.db, async (tx) => {
    if (!isInvited) return mailLink(app, tx, user, purpose, request.locale);
    for (const each of invited) await mailLink(app, tx, each, 'join', request.locale);
  });
}

/** Mails a person who has just set their first password how to accept their other invitations with it. */
export async function mailOtherInvitations(app: App, tx: Tx, key: UserKey, locale: Locale): Promise<void> {
  for (const each of await people.listInvitations(tx, key)) {
    await useUpPasswordTokens(tx, each, app.clock.now());
    const user = await findUserByKey(tx, each);
    if (user) await mailLink(app, tx, user, 'join', locale);
  }
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

/**
 * Invalidates the password links of a person in all of their merchants, and cancels a pending change of their
 * address, because both may be in somebody else's hands. Invitations that they have not accepted stay.
 */
export async function revokeLinksOfPerson(tx: Tx, key: UserKey, now: Date): Promise<void> {
  for (const each of await people.listJoined(tx, key)) {
    await useUpPasswordTokens(tx, each, now);
    await stopAddressChange(tx, each, now);
  }
}

/** Cancels a pending change of somebody's address. @returns whether there was one. */
export async function stopAddressChange(
  tx: Tx,
  key: { merchantId: number; userId: number },
  now: Date,
): Promise<boolean> {
  return dropAddressChange(tx, key, now);
}

/** Returns whether mail may quote text typed by the merchant's people: only once the merchant is verified. */
export async function mayQuote(tx: Tx, merchantId: number): Promise<boolean> {
  return isVerified(tx, merchantId);
}

/**
 * Returns the purpose of an invitation: to create a password or, for a person who has one, to join by signing in with
 * it.
 */
export async function invitingPurpose(tx: Tx, key: UserKey): Promise<'create-password' | 'join'> {
  const user = await findUserByKey(tx, key);
  return user?.passwordHash == null ? 'create-password' : 'join';
}

/** The sender of an invitation, and the merchant. */
export interface Invitation {
  inviter: string;
  business: string;
}

/**
 * Creates a link, replacing earlier ones, and sends the e-mail that contains it. An invitation names the inviter only
 * once the merchant is verified; otherwise anybody could make us mail any text to anybody.
 * @throws TooManyError for an invitation to a person who was sent several already
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
    purpose === 'reset-password'
      ? `${origin}/reset-password/${token}?lang=${locale}`
      : `${origin}/${purpose}?${new URLSearchParams({ email: user.email, token, lang: locale })}`;
  const mail = {
    'create-password': invitation
      ? isKnown
        ? 'auth.inviteMail'
        : 'auth.strangerInviteMail'
      : 'auth.createMail',
    'reset-password': 'auth.resetMail',
    join: isKnown ? 'auth.joinMail' : 'auth.strangerJoinMail',
  }[purpose];
  const params = { name: user.firstName, email: user.email, ...invitation };
  const say = (part: string) => sentence(locale, `${mail}.${part}`, params);
  const content = composeEmail({
    locale,
    subject: say('subject'),
    heading: say('heading'),
    paragraphs: [say('body')],
    action: { label: say('action'), url },
    // An invited person may have no account yet, nor know that they have one.
    ...(purpose === 'reset-password' ? {} : { footer: sentence(locale, 'messages.footerEntered') }),
  });
  await sendMessage(app, tx, {
    merchantId: user.merchantId,
    channel: 'email',
    to: user.email,
    locale,
    ...content,
    links: [url],
    expiresAt,
  });
}

/** Purpose of a link: sent to the current or to the new address of a pending change. */
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
