import { searchKey } from '@daftar/contract/text';
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

const MOST = 6;

/**
 * What has a name, or one in the other language, that contains every typed word, with normalized Arabic; without a word,
 * the first ones.
 */
export function matchingPages<Page extends { name: string; also?: string }>(
  pages: readonly Page[],
  typed: string,
): Page[] {
  const words = searchKey(typed).split(/\s+/).filter(Boolean);
  return pages
    .filter(({ name, also = '' }) =>
      [name, also].map(searchKey).some((key) => words.every((word) => key.includes(word))),
    )
    .slice(0, MOST);
}
