import { type Locale, translate } from '../platform/i18n/translate.ts';
import { escapeMarkup } from '../platform/markup.ts';

/** Where the layout takes a banner, above everything else. */
export const BANNER_PLACE = '<!-- banner -->';

/** A banner across an e-mail. */
export function bannerOf(mark: string, sentence: string): string {
  return `<p style="max-width:560px;margin:0 auto 12px;padding:12px 16px;border-radius:8px;background:#fff3cd;color:#5c4300;font-size:14px"><strong>${escapeMarkup(mark)}</strong> ${escapeMarkup(sentence)}</p>`;
}

/** The content of an e-mail, in its reader's language. */
export interface EmailContent {
  locale: Locale;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Further links, below the action. */
  links?: readonly { label: string; url: string }[];
  /** The sender when it is not us: the merchant whose customer reads this. */
  sender?: { name: string; footer: string };
}

/** Renders the one layout of our e-mails as plain text and HTML; right-to-left in Arabic. */
export function composeEmail(content: EmailContent): { text: string; html: string } {
  const { locale, heading, paragraphs, action, links = [], sender } = content;
  const footer = sender?.footer ?? translate(locale, 'messages.footer');
  const brand = sender?.name ?? translate(locale, 'messages.brand');
  const addresses = (action ? [action, ...links] : links).map(({ label, url }) => `${label}: ${url}`);
  const text = [heading, ...paragraphs, ...addresses, '—', footer].join('\n\n');
  const direction = locale === 'ar' ? 'rtl' : 'ltr';
  const body = paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeMarkup(line)}</p>`).join('');
  const url = action ? escapeMarkup(action.url) : '';
  const button = action
    ? `<p style="margin:24px 0"><a href="${url}" style="background:#0f5c5c;color:#fff;padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block">${escapeMarkup(action.label)}</a></p>
<p style="margin:0 0 16px;color:#5b6670;font-size:13px">${escapeMarkup(translate(locale, 'messages.linkHint'))}<br><a href="${url}" dir="ltr" style="color:#0f5c5c;word-break:break-all">${url}</a></p>`
    : '';
  const more = links
    .map(
      ({ label, url }) =>
        `<p style="margin:0 0 16px"><a href="${escapeMarkup(url)}" style="color:#0f5c5c">${escapeMarkup(label)}</a></p>`,
    )
    .join('');
  const html = `<!doctype html><html lang="${locale}" dir="${direction}"><body style="margin:0;background:#f4f5f5;padding:24px;font:16px/1.6 'IBM Plex Sans Arabic','IBM Plex Sans',Tahoma,Arial,sans-serif;color:#1b2327">
${BANNER_PLACE}<div style="max-width:560px;margin:0 auto;background:#fff;border-radius:12px;padding:32px;text-align:start">
<p style="margin:0 0 24px;font-weight:700;color:#0f5c5c">${escapeMarkup(brand)}</p>
<h1 style="margin:0 0 16px;font-size:20px">${escapeMarkup(heading)}</h1>${body}${button}${more}
<p style="margin:32px 0 0;color:#5b6670;font-size:13px">${escapeMarkup(footer)}</p></div></body></html>`;
  return { text, html };
}
