import { parseSearch, stringifySearch } from './search-params.ts';

declare const SEARCH: unique symbol;

/**
 * A path of a screen, perhaps with search parameters. Only `paths/` makes one (`definePath`), so text cannot be a
 * link's target. `Search`: the parameters that the screen reads.
 */
export type Path<Search = unknown> = string & {
  // Functions, since a screen that takes more values of a parameter may stand for one that takes fewer.
  readonly [SEARCH]: { readonly [Name in keyof Search]-?: (value: Search[Name]) => void };
};

/** The text of each of a screen's parameters, as an address has it. */
export type SearchText<Search> = { readonly [Name in keyof Search]?: string };

/** Adds search parameters to a path, without those that are undefined or empty. */
export function withSearch<Search extends object>(path: Path<Search>, search: NoInfer<Search>): Path<Search> {
  return `${path}${stringifySearch(Object.fromEntries(Object.entries(search)))}` as Path<Search>;
}

/** Splits a path into what the router takes. */
export function targetOf(path: Path): { to: string; search: Record<string, string> } {
  const [to = '', query = ''] = path.split('?');
  return { to, search: parseSearch(query) };
}
