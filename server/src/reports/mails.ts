import type { FigureText } from '@daftar/contract/message-params';
import { REPORT_CONFIRM_DAYS, REPORT_FILE_DAYS } from '@daftar/contract/reports';
import { confirmUrl, unsubscribeUrl } from '../mail-links/tokens.ts';
import { composeEmail } from '../messages/email.ts';
import { type OutgoingMessage, sendMessage } from '../messages/send.ts';
import { sentence, type WordParams } from '../messages/words.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { translate } from '../platform/i18n/translate.ts';
import { groupedAmount } from '../platform/i18n/written.ts';
import { dayText } from '../platform/time/calendar-text.ts';
import type { Figure, MailedFile } from './produce.ts';
import type { Days } from './rules.ts';
import type { ReportRow } from './store.ts';
import type { RecipientRow } from './store-recipients.ts';

/** A report made for a day. */
export interface Made {
  /** The day on which it was due, `YYYY-MM-DD`. */
  day: string;
  days: Days | null;
  paid: number | null;
  figures: readonly Figure[];
  file: MailedFile;
  merchant: string;
}

/** Writes the e-mail of a report to one of its recipients. `dedupeKey` makes it unique. */
export async function mailReport(
  app: App,
  tx: Tx,
  report: ReportRow,
  made: Made,
  to: Pick<RecipientRow, 'id' | 'userId' | 'email'>,
  { dedupeKey, isTest = false }: { dedupeKey?: string; isTest?: boolean },
): Promise<void> {
  const { merchantId, mode, language: locale } = report;
  const say = (key: string, params?: WordParams) => sentence(locale, `reports.mail.${key}`, params);
  const labelOf = (key: string) =>
    key.startsWith('account.') ? translate(locale, `balance.${key}`) : say(`label.${key}`);
  const { days, merchant, file } = made;
  const isFetched = file.kind === 'too-large';
  const attachment = file.kind === 'attached' ? file.attachment : null;
  const period =
    days === null
      ? dayText(locale, made.day)
      : days.from === days.to
        ? dayText(locale, days.from)
        : `${dayText(locale, days.from)} – ${dayText(locale, days.to)}`;
  const subject = say('subject', { name: report.name, period });
  const isOutside = to.userId === null;
  const url = isOutside
    ? null
    : isFetched
      ? `${app.config.publicUrl}/reports/${report.id}-${made.day}-${mode}`
      : `${app.config.publicUrl}/reports`;
  const unsubscribe = unsubscribeUrl(app, { kind: 'report', merchantId, recipientId: to.id });
  const aboutFile =
    file.kind === 'attached'
      ? say('attached', { file: file.attachment.name })
      : file.kind === 'none'
        ? say('tooLong', { most: file.most })
        : say(isOutside ? 'tooLargeOutside' : 'tooLarge', { days: REPORT_FILE_DAYS });
  const body = composeEmail({
    locale,
    subject,
    heading: subject,
    paragraphs: [
      say('of', { merchant }),
      ...(made.paid === null ? [] : [say('paid', { count: made.paid })]),
      ...made.figures.map(({ key, pounds }) =>
        say('figure', { label: labelOf(key), amount: figure(pounds) }),
      ),
      aboutFile,
      // Its link opens in the mode that the reader used last.
      ...(isFetched && !isOutside ? [say(`mode.${mode}`)] : []),
      ...(isTest ? [say('test')] : []),
    ],
    ...(url === null ? {} : { action: { label: say(isFetched ? 'fetch' : 'open'), url } }),
    ...(isOutside
      ? { sender: { name: translate(locale, 'messages.brand'), footer: say('footer', { merchant }) } }
      : {}),
    ...(isTest ? {} : { links: [{ label: say('unsubscribe'), url: `${unsubscribe}?lang=${locale}` }] }),
  });
  const message: OutgoingMessage = {
    merchantId,
    mode,
    channel: 'email',
    to: to.email,
    isOutside,
    locale,
    ...body,
    links: [...(url === null ? [] : [url]), ...(isTest ? [] : [unsubscribe])],
    attachment,
    ...(isTest ? {} : { unsubscribe }),
    ...(dedupeKey === undefined ? {} : { dedupeKey }),
  };
  await sendMessage(app, tx, message);
}

const figure = (pounds: number): FigureText<'latin'> => {
  const piastres = Math.round(pounds * 100);
  return piastres < 0
    ? (`\u200e\u2212${groupedAmount(-piastres)}` as FigureText<'latin'>)
    : groupedAmount(piastres);
};

/** Asks an external address whether it wants a report, in the report's language. */
export async function mailQuestion(
  app: App,
  tx: Tx,
  { merchantId, mode, language: locale, name }: Pick<ReportRow, 'merchantId' | 'mode' | 'language' | 'name'>,
  to: Pick<RecipientRow, 'id' | 'email'>,
  merchant: string,
): Promise<void> {
  const say = (key: string, params?: WordParams) => sentence(locale, `reports.question.${key}`, params);
  const until = new Date(app.clock.now().getTime() + REPORT_CONFIRM_DAYS * 86_400_000);
  const url = `${confirmUrl(app, { kind: 'confirm', merchantId, recipientId: to.id, until })}?lang=${locale}`;
  const subject = say('subject', { merchant });
  const body = composeEmail({
    locale,
    subject,
    heading: subject,
    paragraphs: [say('what', { merchant, name }), say('ignore', { count: REPORT_CONFIRM_DAYS })],
    action: { label: say('open'), url },
    sender: { name: translate(locale, 'messages.brand'), footer: say('footer', { merchant }) },
  });
  await sendMessage(app, tx, {
    merchantId,
    mode,
    channel: 'email',
    to: to.email,
    isOutside: true,
    locale,
    ...body,
    links: [url],
    expiresAt: until,
  });
}
