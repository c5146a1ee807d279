import type { ChosenColumns } from '../../ui/import-columns.tsx';

/** The form of an import: the file, and the fields that a person assigned to its columns. */
export function importBody(file: File, chosen: ChosenColumns): FormData {
  const body = new FormData();
  // Fields stand before the file, as servers that read a form in one pass expect.
  body.append('columns', JSON.stringify(chosen));
  body.append('file', file);
  return body;
}
