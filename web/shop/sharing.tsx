import type { StoreView } from '@daftar/contract/storefront';
import type { Words } from '../pages/text.ts';

const DESCRIPTION_CHARACTERS = 200;

/** Metadata for search engines and messengers on public pages: title, price and picture. */
export function Sharing({ words, view, title }: { words: Words; view: StoreView; title: string }) {
  const { page, publicUrl, base, mode } = view;
  const isPublic = (page.kind === 'list' || page.kind === 'product') && mode === 'live';
  const plain = `${publicUrl}${base}${view.path === '/' ? '' : view.path}`;
  // Without `?lang` an address has its reader's language; search engines keep each language's own address.
  const address = `${plain}?lang=${words.locale}`;
  if (page.kind !== 'list' && page.kind !== 'product') return <meta name="robots" content="noindex" />;
  const product = page.kind === 'product' ? page.product : null;
  const picture = product?.pictures[0]?.large ?? view.merchant?.logoUrl ?? null;
  const description = product
    ? `${words.money(product.pricePiastres, 'EGP')} · ${product.description}`
    : words.t('list.description', { merchant: view.merchant?.name ?? '' });
  const short = [...description].slice(0, DESCRIPTION_CHARACTERS).join('');
  return (
    <>
      {isPublic ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="ar" href={`${plain}?lang=ar`} />
      <link rel="alternate" hrefLang="en" href={`${plain}?lang=en`} />
      <link rel="alternate" hrefLang="x-default" href={plain} />
      <meta name="description" content={short} />
      <meta property="og:type" content={product ? 'product' : 'website'} />
      <meta property="og:site_name" content={view.merchant?.name ?? ''} />
      <meta property="og:title" content={product?.name ?? title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={words.locale === 'ar' ? 'ar_EG' : 'en_GB'} />
      <meta property="og:locale:alternate" content={words.locale === 'ar' ? 'en_GB' : 'ar_EG'} />
      {picture ? <meta property="og:image" content={`${publicUrl}${picture}`} /> : null}
      {product ? (
        <>
          <meta property="product:price:amount" content={(product.pricePiastres / 100).toFixed(2)} />
          <meta property="product:price:currency" content="EGP" />
          <meta
            property="product:availability"
            content={product.available > 0 ? 'in stock' : 'out of stock'}
          />
        </>
      ) : null}
      <meta name="twitter:card" content={product ? 'summary_large_image' : 'summary'} />
    </>
  );
}
