import type { ImportExample } from '../../ui/import-choose.tsx';
import type { Locale } from '../../ui/locale.ts';

type Addresses = Readonly<Record<Locale, readonly [xlsx: URL, csv: URL]>>;

/** Written by `node tools/example-sheets.mjs`; a test imports each of them. */
const ADDRESSES: Readonly<Record<'products' | 'categories', Addresses>> = {
  products: {
    en: [
      new URL('./examples/en/products.xlsx', import.meta.url),
      new URL('./examples/en/products.csv', import.meta.url),
    ],
    ar: [
      new URL('./examples/ar/products.xlsx', import.meta.url),
      new URL('./examples/ar/products.csv', import.meta.url),
    ],
  },
  categories: {
    en: [
      new URL('./examples/en/categories.xlsx', import.meta.url),
      new URL('./examples/en/categories.csv', import.meta.url),
    ],
    ar: [
      new URL('./examples/ar/categories.xlsx', import.meta.url),
      new URL('./examples/ar/categories.csv', import.meta.url),
    ],
  },
};

/**
 * Example sheets that can be imported unchanged, with headings in a language: categories first, then products in them.
 */
export function exampleSheets(kind: keyof typeof ADDRESSES, locale: Locale): readonly ImportExample[] {
  const [xlsx, csv] = ADDRESSES[kind][locale];
  return [
    { href: xlsx.href, fileName: `${kind}.xlsx` },
    { href: csv.href, fileName: `${kind}.csv` },
  ];
}
