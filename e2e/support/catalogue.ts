import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Language = 'en' | 'ar';
type Catalogue = Record<string, string>;

const catalogues = new Map<string, Catalogue>();

function catalogueAt(path: string): Catalogue {
  const known = catalogues.get(path);
  if (known) return known;
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`There is no catalogue ${path}`);
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  catalogues.set(path, catalogue);
  return catalogue;
}

/**
 * A sentence of a screen as the user reads it, so that a missing or raw key fails the test. `noun` names a catalogue of
 * `web/locales`, or `messages` for the contract's.
 */
export function sentence(
  language: Language,
  noun: string,
  key: string,
  params: Record<string, string | number> = {},
) {
  const path =
    noun === 'messages' ? `contract/messages/${language}.json` : `web/locales/${language}/${noun}.json`;
  const found = catalogueAt(path)[key];
  if (found === undefined) throw new Error(`${path} has no ${key}`);
  // Screens write numbers in the digits of their language.
  const digits = new Intl.NumberFormat(language === 'ar' ? 'ar-EG' : 'en-GB');
  const shown = (value: string | number) => (typeof value === 'number' ? digits.format(value) : value);
  return found.replace(/\{\{\s*(\w+)[^}]*\}\}/g, (whole, name: string) => shown(params[name] ?? whole));
}
