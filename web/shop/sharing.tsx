import type { StoreView } from '@daftar/contract/storefront';
import type { Words } from './text.ts';

const DESCRIPTION_CHARACTERS = 200;

/** What search engines and messengers are told: the pages anybody may see, with title, price and picture. */
export function Sharing({ words, view, title }: { words: Words; view: StoreView; title: string }) {
  const { page, publicUrl, base, mode } = view;
  const isPublic = (page.kind === 'list' || page.kind === 'product') && mode === 'live';
  const address = `${publicUrl}${base}${view.path === '/' ? '' : view.path}`;
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
      <meta name="description" content={short} />
      <meta property="og:type" content={product ? 'product' : 'website'} />
      <meta property="og:site_name" content={view.merchant?.name ?? ''} />
      <meta property="og:title" content={product?.name ?? title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={words.locale === 'ar' ? 'ar_EG' : 'en_GB'} />
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
