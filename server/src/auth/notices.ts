import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

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
  const say = (key: string) => translate(locale, { key: `auth.${key}`, params: { name } });
  const content = composeEmail({
    locale,
    heading: say('changedMail.heading'),
    paragraphs: [say(`changedMail.${changed}`), say('changedMail.notYou')],
  });
  await sendMessage(app, tx, {
    merchantId,
    channel: 'email',
    to,
    locale,
    subject: say('changedMail.subject'),
    ...content,
  });
}
