import { IMPORT_PREVIEW_ROWS } from '@daftar/contract/imports';
import type { FieldMessages } from '@daftar/contract/validate';
import { type Locale, translate } from '../i18n/translate.ts';
import type { ReadColumns, ValidatedRow } from './table.ts';

/** Longer than any field; longer cells are truncated to bound the reply. */
const SHOWN_TEXT = 5_000;

/** A cell as shown in a preview. */
const shownOf = (cell: string | undefined) => (cell ?? '').slice(0, SHOWN_TEXT);

/** A validated row of an import, compared with existing data. */
export interface PreviewedRow {
  checked: ValidatedRow<unknown>;
  isDuplicate: boolean;
  /** The fields as they will be stored; absent: as in the file. */
  values?: Readonly<Record<string, string>>;
}

/** Builds the preview of an import for the API: rows with errors come first, in the caller's language. */
export function previewOf<F extends string>(
  rows: readonly PreviewedRow[],
  fields: readonly F[],
  locale: Locale,
  read: ReadColumns | null,
) {
  const invalid = rows.filter(({ checked }) => !checked.result.ok);
  const others = rows.filter(({ checked }) => checked.result.ok);
  const duplicates = others.filter(({ isDuplicate }) => isDuplicate).length;
  return {
    columns: read?.columns ?? [],
    missing: read?.missing ?? [],
    total: rows.length,
    valid: others.length - duplicates,
    duplicates,
    invalid: invalid.length,
    rows: [...invalid, ...others]
      .slice(0, IMPORT_PREVIEW_ROWS)
      .map(({ checked: { row, raw, result }, isDuplicate, values = raw }) => ({
        ...(Object.fromEntries(fields.map((field) => [field, shownOf(values[field])])) as Record<F, string>),
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

/** Returns the headings of a field in both languages; the caller's own comes first and is used in errors. */
export function headingsOf(locale: Locale, noun: string, field: string): string[] {
  return [locale, 'en' as const, 'ar' as const].flatMap((each) => [
    translate(each, `${noun}.heading.${field}`),
    translate(each, `${noun}.headingAlso.${field}`),
  ]);
}
