import type { DocumentedError } from '@daftar/contract/docs';
import { codeOf, type DocumentedKey, sameKeys, statusOf } from '@daftar/contract/error-codes';
import ar from '@daftar/contract/messages/errors/ar.json' with { type: 'json' };
import en from '@daftar/contract/messages/errors/en.json' with { type: 'json' };
import { type Locale, patternOf } from '../platform/i18n/translate.ts';

const EXPLANATIONS: Record<Locale, Record<DocumentedKey, string>> = { en, ar };

const made = new Map<Locale, readonly DocumentedError[]>();

/** Returns the documentation of every error in a language, by status and code; built once. */
export function documentedErrors(locale: Locale): readonly DocumentedError[] {
  const known = made.get(locale);
  if (known) return known;
  const errors = (Object.entries(EXPLANATIONS[locale]) as [DocumentedKey, string][])
    .map(([key, explanation]) => ({
      code: codeOf(key),
      status: statusOf(key),
      sentences: [...new Set(sameKeys(key).map((each) => patternOf(locale, each)))],
      explanation,
    }))
    .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
  made.set(locale, errors);
  return errors;
}
