import type { ImportExample } from '../../ui/import-choose.tsx';
import type { Locale } from '../../ui/locale.ts';

/** Written by `node tools/example-sheets.mjs`; a test imports each of them. */
const ADDRESSES: Readonly<Record<Locale, readonly [xlsx: URL, csv: URL]>> = {
  en: [
    new URL('./examples/en/customers.xlsx', import.meta.url),
    new URL('./examples/en/customers.csv', import.meta.url),
  ],
  ar: [
    new URL('./examples/ar/customers.xlsx', import.meta.url),
    new URL('./examples/ar/customers.csv', import.meta.url),
  ],
};

/** Example sheets of customers that can be imported unchanged, with headings in a language. */
export function exampleSheets(locale: Locale): readonly ImportExample[] {
  const [xlsx, csv] = ADDRESSES[locale];
  return [
    { href: xlsx.href, fileName: 'customers.xlsx' },
    { href: csv.href, fileName: 'customers.csv' },
  ];
}
