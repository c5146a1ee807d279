import { type BrandView, footerOf } from '@daftar/contract/brand';
import { type Hex, paletteOf } from '@daftar/contract/brand-colours';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { escapeMarkup } from '../platform/markup.ts';

/** Where the layout takes a banner, above everything else. */
export const BANNER_PLACE = '<!-- banner -->';

/** Where a merchant's cover and logo, and its own words, come into mails to its payers. */
const HEAD_PLACE = '<!-- head -->';
const WORDS_PLACE = '<!-- words -->';
/** How the markup draws buttons and links; nothing that anybody typed contains a quotation mark. */
const BUTTON = 'style="background:#0f5c5c;color:#fff;';
const LINK = 'style="color:#0f5c5c';

/** What a merchant's brand changes in a mail. */
interface MailFace {
  brand: BrandView;
  logoUrl: string | null;
  /** The origin of the addresses of pictures. */
  origin: string;
}

/** Dresses a mail to a merchant's payers in its colours, pictures and words; as it was without a brand. */
export function dressed(
  { text, html }: { text: string; html: string },
  face: MailFace | null,
  locale: Locale,
): { text: string; html: string } {
  if (!face) return { text, html: html.replace(HEAD_PLACE, '').replace(WORDS_PLACE, '') };
  const { brand, logoUrl, origin } = face;
  const own = footerOf(brand, locale);
  const picture = (address: string, style: string) =>
    `<img src="${escapeMarkup(origin + address)}" alt="" style="display:block;border:0;${style}">`;
  const cover = brand.coverUrl
    ? picture(
        brand.coverUrl,
        'width:100%;max-height:160px;object-fit:cover;border-radius:8px;margin:0 0 20px',
      )
    : '';
  const logo = logoUrl
    ? picture(`${logoUrl}?size=small`, 'max-width:160px;max-height:56px;margin:0 0 12px')
    : '';
  const direction = own?.locale === 'ar' ? 'rtl' : 'ltr';
  const words = own
    ? `<p lang="${own.locale}" dir="${direction}" style="margin:32px 0 0;font-size:14px;white-space:pre-line">${escapeMarkup(own.text)}</p>`
    : '';
  return {
    text: own ? `${text}\n\n${own.text}` : text,
    html: coloured(html, brand.colour)
      .replace(HEAD_PLACE, () => cover + logo)
      .replace(WORDS_PLACE, () => words),
  };
}

function coloured(html: string, colour: string | null): string {
  if (colour === null) return html;
  const { fill, onFill, edge, accent } = paletteOf(colour as Hex, 'light');
  return html
    .replaceAll(BUTTON, `style="background:${fill};color:${onFill};border:1px solid ${edge};`)
    .replaceAll(LINK, `style="color:${accent}`);
}

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
    ? `<p style="margin:24px 0"><a href="${url}" ${BUTTON}padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block">${escapeMarkup(action.label)}</a></p>
<p style="margin:0 0 16px;color:#5b6670;font-size:13px">${escapeMarkup(translate(locale, 'messages.linkHint'))}<br><a href="${url}" dir="ltr" ${LINK};word-break:break-all">${url}</a></p>`
    : '';
  const more = links
    .map(
      ({ label, url }) =>
        `<p style="margin:0 0 16px"><a href="${escapeMarkup(url)}" ${LINK}">${escapeMarkup(label)}</a></p>`,
    )
    .join('');
  const html = `<!doctype html><html lang="${locale}" dir="${direction}"><body style="margin:0;background:#f4f5f5;padding:24px;font:16px/1.6 'IBM Plex Sans Arabic','IBM Plex Sans',Tahoma,Arial,sans-serif;color:#1b2327">
${BANNER_PLACE}<div style="max-width:560px;margin:0 auto;background:#fff;border-radius:12px;padding:32px;text-align:start">
${HEAD_PLACE}<p ${LINK};margin:0 0 24px;font-weight:700">${escapeMarkup(brand)}</p>
<h1 style="margin:0 0 16px;font-size:20px">${escapeMarkup(heading)}</h1>${body}${button}${more}${WORDS_PLACE}
<p style="margin:32px 0 0;color:#5b6670;font-size:13px">${escapeMarkup(footer)}</p></div></body></html>`;
  return { text, html };
}
