import type { FieldMessages } from '@daftar/contract/validate';
import { type Locale, translate } from '../i18n/translate.ts';
import type { JudgedRow } from './table.ts';

/** Rows that a preview shows; those with errors come first. */
const SHOWN_ROWS = 200;
/** No field is longer. Of a cell that is, it shows the beginning: a reply is no place for megabytes. */
const SHOWN_TEXT = 5_000;

/** What a preview shows of a cell. */
export const shownOf = (cell: string | undefined) => (cell ?? '').slice(0, SHOWN_TEXT);

/** A row of an import, as the sheet has it, judged and compared with what is there. */
export interface PreviewedRow {
  judged: JudgedRow<unknown>;
  isDuplicate: boolean;
}

/** What an import would do, for the wire: every named field as the sheet has it, errors in the caller's language. */
export function previewOf<F extends string>(
  rows: readonly PreviewedRow[],
  fields: readonly F[],
  locale: Locale,
) {
  const invalid = rows.filter(({ judged }) => !judged.result.ok);
  const others = rows.filter(({ judged }) => judged.result.ok);
  const duplicates = others.filter(({ isDuplicate }) => isDuplicate).length;
  return {
    total: rows.length,
    valid: others.length - duplicates,
    duplicates,
    invalid: invalid.length,
    rows: [...invalid, ...others]
      .slice(0, SHOWN_ROWS)
      .map(({ judged: { row, raw, result }, isDuplicate }) => ({
        ...(Object.fromEntries(fields.map((field) => [field, shownOf(raw[field])])) as Record<F, string>),
        row,
        errors: result.ok ? {} : sentencesOf(result.errors, locale),
        is_duplicate: isDuplicate,
      })),
  };
}

const sentencesOf = (errors: FieldMessages, locale: Locale) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, refs]) => [field, refs.map((ref) => translate(locale, ref))]),
  );

/** Both languages' headings of a noun's columns; the caller's own stands first, to be named in errors. */
export function headingsOf(locale: Locale, noun: string, field: string): string[] {
  return [locale, 'en' as const, 'ar' as const].flatMap((each) => [
    translate(each, `${noun}.heading.${field}`),
    translate(each, `${noun}.headingAlso.${field}`),
  ]);
}
