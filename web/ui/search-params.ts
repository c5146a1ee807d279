/** How the applications write search parameters: as plain text, readable and shareable; the contract alone judges them. */

export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

/** Leaves out what is empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(pairs).toString();
  return text && `?${text}`;
}
