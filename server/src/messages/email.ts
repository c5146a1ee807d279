import { type BrandView, footerOf } from '@daftar/contract/brand';
import { GROUNDS, type Hex, paletteOf } from '@daftar/contract/brand-colours';
import type { Locale } from '../platform/i18n/translate.ts';
import { escapeMarkup } from '../platform/markup.ts';
import { joined, markupOf, named, plainOf, quoted, sentence, type Words } from './words.ts';

/** Placeholder for a banner above everything else in the layout. */
export const BANNER_PLACE = '<!-- banner -->';

/** Placeholders in e-mails to payers for a merchant's colours, its cover and logo, and its own text. */
const THEME_PLACE = '<!-- theme -->';
const HEAD_PLACE = '<!-- head -->';
const WORDS_PLACE = '<!-- words -->';
const OUR_COLOUR: Hex = '#0f5c5c';
/** Returns the markup of buttons and links; user text never contains an unescaped quotation mark. */
const buttonOf = ({ fill, onFill, edge }: ReturnType<typeof paletteOf>) =>
  `style="background:${fill};color:${onFill};border:1px solid ${edge};`;
const groundOf = ({ fill }: ReturnType<typeof paletteOf>) => `style="background:${fill};border-radius:8px;`;
const linkOf = ({ accent }: ReturnType<typeof paletteOf>) => `style="color:${accent}`;
const OURS = paletteOf(OUR_COLOUR, 'light');
const [BUTTON, BUTTON_GROUND, LINK] = [buttonOf(OURS), groundOf(OURS), linkOf(OURS)];

/** The parts of a merchant's brand that appear in an e-mail. */
interface MailFace {
  brand: BrandView;
  logoUrl: string | null;
  /** The origin of picture URLs. */
  origin: string;
}

/**
 * Applies a merchant's colours, pictures and text to an e-mail to its payers; unchanged without a brand.
 * @param asking how to reach the merchant
 */
export function dressed(
  { text, html }: { text: string; html: string },
  face: MailFace | null,
  locale: Locale,
  asking?: Words | null,
): { text: string; html: string } {
  const colour = (face?.brand.colour ?? OUR_COLOUR) as Hex;
  const themed = coloured(html, colour).replace(THEME_PLACE, () => darkStyle(colour));
  const ask = asking ? `<p style="margin:32px 0 0;font-size:14px">${markupOf(asking)}</p>` : '';
  const said = asking ? `${text}\n\n${plainOf(asking)}` : text;
  if (!face) return { text: said, html: themed.replace(HEAD_PLACE, '').replace(WORDS_PLACE, () => ask) };
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
  const { direction, side } = sidesOf(own?.locale ?? locale);
  const words = own
    ? `<p lang="${own.locale}" dir="${direction}" style="margin:32px 0 0;font-size:14px;text-align:${side}">${markupOf(quoted(own.text))}</p>`
    : '';
  return {
    text: own ? `${said}\n\n${plainOf(quoted(own.text))}` : said,
    html: themed.replace(HEAD_PLACE, () => cover + logo).replace(WORDS_PLACE, () => ask + words),
  };
}

function coloured(html: string, colour: Hex): string {
  if (colour === OUR_COLOUR) return html;
  const own = paletteOf(colour, 'light');
  return html
    .replaceAll(BUTTON, buttonOf(own))
    .replaceAll(BUTTON_GROUND, groundOf(own))
    .replaceAll(LINK, linkOf(own));
}

/**
 * Returns the style for dark screens. Mail programs that do not support it darken e-mails by themselves, or leave
 * them light.
 */
function darkStyle(colour: Hex): string {
  const { paper, ground, quiet, ink } = GROUNDS.dark;
  const { accent, edge } = paletteOf(colour, 'dark');
  const rules = [
    `.ground{background:${ground}!important}`,
    `.paper{background:${paper}!important}`,
    `.ink{color:${ink}!important}`,
    `.quiet{color:${quiet}!important}`,
    `.accent{color:${accent}!important}`,
    `.button{border-color:${edge}!important}`,
    '.notice{background:#3d3213!important;color:#ffe7a3!important}',
  ];
  return `<style>:root{color-scheme:light dark}@media (prefers-color-scheme: dark){${rules.join('')}}</style>`;
}

/** A banner across an e-mail. */
export function bannerOf(mark: string, says: string): string {
  return `<p class="notice" style="max-width:560px;margin:0 auto 12px;padding:12px 16px;border-radius:8px;background:#fff3cd;color:#5c4300;font-size:14px"><strong>${escapeMarkup(mark)}</strong> ${escapeMarkup(says)}</p>`;
}

/** The content of an e-mail, in its reader's language. */
export interface EmailContent {
  locale: Locale;
  subject: Words;
  heading: Words;
  /** Shown first, but excluded from previews. */
  greeting?: Words;
  paragraphs: readonly Words[];
  /** The business concerned, if the reader may have several. */
  about?: string;
  action?: { label: Words; url: string };
  /** Further links, below the action. */
  links?: readonly { label: Words; url: string }[];
  /** The reason that the reader gets it; by default, that they have an account. */
  footer?: Words;
  /** The sender if it is not us: the merchant whose customer reads this. */
  sender?: { name: string; footer: Words };
}

/** An e-mail as plain text and HTML. */
export interface Email {
  subject: string;
  text: string;
  html: string;
}

/** Mail programs do not support `start`, and some drop the direction of the root. */
const sidesOf = (locale: Locale) =>
  locale === 'ar'
    ? ({ direction: 'rtl', side: 'right' } as const)
    : ({ direction: 'ltr', side: 'left' } as const);

/** Length of the preview that mail programs show beside the subject. */
const PREVIEW_CHARACTERS = 140;
/** Invisible characters that keep the following text out of the preview. */
const NOTHING_MORE = '&#847;&zwnj;&nbsp;'.repeat(40);

const FONT = "font:16px/1.6 'IBM Plex Sans Arabic','IBM Plex Sans',Tahoma,Arial,sans-serif";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const { paper: PAPER, ground: GROUND, quiet: QUIET, ink: INK } = GROUNDS.light;

/** Renders the one layout of our e-mails as plain text and HTML; right-to-left in Arabic. */
export function composeEmail(content: EmailContent): Email {
  const { locale, action, links = [], sender } = content;
  const footer = sender?.footer ?? content.footer ?? sentence(locale, 'messages.footer');
  const subject = plainOf(content.subject);
  return {
    subject,
    text: textOf(content, action ? [action, ...links] : links, footer),
    html: htmlOf(content, subject, footer),
  };
}

function textOf(
  { heading, greeting, paragraphs }: EmailContent,
  links: readonly { label: Words; url: string }[],
  footer: Words,
): string {
  const said = [heading, ...(greeting ? [greeting] : []), ...paragraphs].map(plainOf);
  const addresses = links.map(({ label, url }) => `${plainOf(label)}: ${url}`);
  return [...said, ...addresses, '—', plainOf(footer)].join('\n\n');
}

function htmlOf(
  { locale, heading, greeting, about = '', paragraphs, action, links = [], sender }: EmailContent,
  subject: string,
  footer: Words,
): string {
  const { direction, side } = sidesOf(locale);
  const own = `lang="${locale}" dir="${direction}"`;
  const ours = sentence(locale, 'messages.brand');
  const brand = sender ? named(sender.name) : joined(' · ', ours, named(about));
  const paragraph = (words: Words) => `<p style="margin:0 0 16px">${markupOf(words)}</p>`;
  const quiet = `class="quiet" style="color:${QUIET};font-size:13px`;
  const link = (url: string, shown: string, rest = '') =>
    `<a class="accent" href="${escapeMarkup(url)}" ${LINK}${rest}">${shown}</a>`;
  const button = action
    ? `<table ${TABLE} style="margin:24px 0"><tr><td ${BUTTON_GROUND}mso-padding-alt:12px 24px"><a class="button" href="${escapeMarkup(action.url)}" ${BUTTON}padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block">${markupOf(action.label)}</a></td></tr></table>
<p ${quiet};margin:0 0 16px">${markupOf(sentence(locale, 'messages.linkHint'))}<br>${link(action.url, `<bdi dir="ltr">${escapeMarkup(action.url)}</bdi>`, ';word-break:break-all')}</p>`
    : '';
  const more = links
    .map(({ label, url }) => `<p style="margin:0 0 16px">${link(url, markupOf(label))}</p>`)
    .join('');
  const preview = [...plainOf(joined(' · ', named(about), joined(' ', ...paragraphs)))]
    .slice(0, PREVIEW_CHARACTERS)
    .join('');
  return `<!doctype html><html ${own}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeMarkup(subject)}</title><style>@media (max-width:480px){.around{padding:12px!important}.paper{padding:20px!important}}</style>${THEME_PLACE}</head><body class="ground" style="margin:0;padding:0;background:${GROUND}">
<div ${own} class="ground around ink" style="background:${GROUND};padding:24px;text-align:${side};${FONT};color:${INK}"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeMarkup(preview)}${NOTHING_MORE}</div>
${BANNER_PLACE}<!--[if mso]><table ${TABLE} width="560" align="center"><tr><td><![endif]--><table ${TABLE} width="100%" align="center" style="max-width:560px;margin:0 auto"><tr><td ${own} class="paper ink" align="${side}" style="background:${PAPER};border-radius:12px;padding:32px;text-align:${side};word-break:break-word;overflow-wrap:anywhere;${FONT};color:${INK}">
${HEAD_PLACE}<p class="accent" ${LINK};margin:0 0 24px;font-weight:700">${markupOf(brand)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${markupOf(heading)}</h1>${greeting ? paragraph(greeting) : ''}${paragraphs.map(paragraph).join('')}${button}${more}${WORDS_PLACE}
<p ${quiet};margin:32px 0 0">${markupOf(footer)}</p></td></tr></table><!--[if mso]></td></tr></table><![endif]--></div></body></html>`;
}
