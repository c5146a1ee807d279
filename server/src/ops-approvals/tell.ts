/** E-mails to requesters about events of which they would otherwise not learn. */
import { OPS_APPROVAL_DAYS, type OpsApprovalKind } from '@daftar/contract/ops-approvals';
import { PROVIDER } from '../audit/record.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { sentence } from '../messages/words.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/** A request that ended without being carried out. */
export interface Unfulfilled {
  id: number;
  kind: OpsApprovalKind;
  name: string;
  askerEmail: string;
  askerLocale: Locale;
}

/** Notifies a requester that their request was declined, or was not decided in time. */
export async function tellAsker(
  app: App,
  tx: Tx,
  { id, kind, name, askerEmail, askerLocale: locale }: Unfulfilled,
  end: { state: 'declined'; by: string; note: string } | { state: 'expired' },
): Promise<void> {
  const what = translate(locale, `ops.approvalKind.${kind}`);
  const params = { what, name, days: OPS_APPROVAL_DAYS, ...(end.state === 'declined' ? end : {}) };
  const say = (key: string) => sentence(locale, `ops-approvals.mail.${key}`, params);
  const url = `${app.config.publicUrl}/ops/approvals/${id}`;
  await sendMessage(app, tx, {
    merchantId: PROVIDER,
    channel: 'email',
    to: askerEmail,
    locale,
    ...composeEmail({
      locale,
      subject: say(`${end.state}.subject`),
      heading: say(`${end.state}.subject`),
      paragraphs: [say(`${end.state}.text`)],
      action: { label: say('action'), url },
    }),
    links: [url],
    dedupeKey: `ops-approval:${id}:${end.state}`,
  });
}
