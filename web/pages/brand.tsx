import { type BrandView, footerOf } from '@daftar/contract/brand';
import { brandStyle } from '@daftar/contract/brand-colours';
import { safeUrl } from './parts.tsx';
import type { Words } from './text.ts';

type Given = { brand: BrandView | null | undefined };

/** The merchant's colours, after the page's own style. The server allows exactly this text (`withBrand`). */
export function BrandStyle({ brand }: Given) {
  const style = brandStyle(brand?.colour ?? null);
  return style === '' ? null : <style>{style}</style>;
}

const PICTURE = /^data:image\/(?:png|jpeg);base64,/;

/** The merchant's wide picture, above everything else. */
export function Cover({ brand }: Given) {
  const url = brand?.coverUrl ?? null;
  // A preview contains a picture that has no address yet.
  const cover = url && PICTURE.test(url) ? url : safeUrl(url);
  return cover ? <img className="cover" src={cover} alt="" /> : null;
}

/** What the merchant writes below every page: text alone, never a link. */
export function OwnWords({ brand, words }: Given & { words: Words }) {
  const own = brand ? footerOf(brand, words.locale) : null;
  if (!own) return null;
  return (
    <p className="own-words" lang={own.locale} dir={own.locale === 'ar' ? 'rtl' : 'ltr'}>
      {own.text}
    </p>
  );
}
