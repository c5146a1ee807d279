import { type OpenApiDocument, openApiOf } from '@daftar/contract/openapi';
import { allEndpoints } from '../endpoints.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/** The version of the API, not of the product: it changes when an endpoint changes. */
export const API_VERSION = '1.0.0';

const made = new Map<string, OpenApiDocument>();

/** Catalogue prefixes of sentences that the product also shows; the word follows the prefix. */
const SHOWN: Readonly<Record<string, string>> = {
  'Permission=': 'permission.',
  'KeyPermission=': 'permission.',
  'WebhookEventType=': 'docs.event.',
};

/** Returns a description by its key in `reference.json`, or null. */
function described(locale: Locale, name: string): string | null {
  const shown = Object.keys(SHOWN).find((beginning) => name.startsWith(beginning));
  const key = shown ? `${SHOWN[shown]}${name.slice(shown.length)}` : `reference.${name}`;
  const sentence = translate(locale, key);
  return sentence === key ? null : sentence;
}

/** Returns the OpenAPI document in a language; built once. */
export function openApiIn(locale: Locale, origin: string): OpenApiDocument {
  const key = `${locale} ${origin}`;
  const known = made.get(key);
  if (known) return known;
  const words = (name: string, params?: Record<string, string>) =>
    translate(locale, { key: `docs.${name}`, ...(params ? { params } : {}) });
  const tell = (name: string) => described(locale, name);
  const document = openApiOf(allEndpoints, { origin, version: API_VERSION, words, tell });
  made.set(key, document);
  return document;
}
