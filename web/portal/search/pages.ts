import { searchKey } from '@daftar/contract/search-key';
import type { ComponentType } from 'react';
import type { Path } from '../../ui/path.ts';
import type { NamedTextKey } from '../../ui/text-key.ts';

/** A screen that the person may open. */
export interface PageToFind {
  path: Path;
  /** Key of its title, with the catalogue. */
  title: NamedTextKey;
  catalogues: readonly string[];
  icon: ComponentType<{ size?: number | string; stroke?: number | string }> | null;
}

const MAX_PAGES = 6;
const wordsOf = (text: string) => searchKey(text).split(/\s+/).filter(Boolean);

/** A word, as `searchKey` gives it, without what singular and plural, article and case add; short words are left whole. */
function stemOf(word: string): string {
  const bare = word.replace(/^(?:ال|لل)(?=.{3})/, '');
  return bare.replace(/(?<=.{3})(?:ات|ون|ين|يه|ه|s)$/, '');
}

/** Whether a text has every typed word: a part of one of its words, or the same word in another form. */
function has(text: string, typed: readonly string[]): boolean {
  const key = searchKey(text);
  const stems = wordsOf(text).map(stemOf);
  return typed.every((word) => {
    const stem = stemOf(word);
    return key.includes(word) || (stem.length > 2 && stems.some((each) => each.startsWith(stem)));
  });
}

/**
 * What has a name, one in the other language, or further words, in which every typed word is found; without a word, the first ones.
 */
export function matchingPages<Page extends { name: string; also?: string; words?: readonly string[] }>(
  pages: readonly Page[],
  typed: string,
): Page[] {
  const sought = wordsOf(typed);
  return pages
    .filter(({ name, also = '', words = [] }) => [name, also, ...words].some((text) => has(text, sought)))
    .slice(0, MAX_PAGES);
}
