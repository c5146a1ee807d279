import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { sentence } from '../messages/words.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';

/** The sign-in method that changed. */
export type ChangedSignInMethod =
  | 'email'
  | 'password'
  | 'twoStepOn'
  | 'twoStepOff'
  | 'recoveryCodes'
  | 'passkey'
  | 'passkeyGone'
  | 'twoStepLifted'
  | 'addressesLifted'
  | 'company';

/** Warns a person, at an address they had before, that a sign-in method of their account changed. */
export async function notifyOfSignInChange(
  app: App,
  tx: Tx,
  person: { merchantId: number; to: string; locale: Locale; name: string },
  changed: ChangedSignInMethod,
): Promise<void> {
  const { merchantId, to, locale, name } = person;
  const say = (key: string) => sentence(locale, `auth.changedMail.${key}`, { name });
  const content = composeEmail({
    locale,
    subject: say('subject'),
    heading: say('heading'),
    paragraphs: [say(changed), say('notYou')],
  });
  await sendMessage(app, tx, {
    merchantId,
    channel: 'email',
    to,
    locale,
    ...content,
  });
}
