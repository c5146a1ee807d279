import { type OpenApiDocument, openApiOf } from '@daftar/contract/openapi';
import { allEndpoints } from '../endpoints.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/** The API's version, not the product's: it changes when an endpoint changes. */
const API_VERSION = '1.0.0';

const made = new Map<string, OpenApiDocument>();

/** Returns the OpenAPI document in a language; built once. */
export function openApiIn(locale: Locale, origin: string): OpenApiDocument {
  const key = `${locale} ${origin}`;
  const known = made.get(key);
  if (known) return known;
  const words = (name: string) => translate(locale, `docs.${name}`);
  const document = openApiOf(allEndpoints, { origin, version: API_VERSION, words });
  made.set(key, document);
  return document;
}
