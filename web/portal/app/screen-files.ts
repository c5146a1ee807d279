import { screens } from './screens.ts';

interface ScreenFiles {
  path: string;
  /** The file of its page. */
  page: string;
  catalogues: readonly string[];
  /** Whether it is opened often by address. */
  isEntry: boolean;
}

/** What each screen is loaded from. Only `vite.config.ts` imports this, where a page's module is its file name. */
export const screenFiles: readonly ScreenFiles[] = await Promise.all(
  screens.map(async ({ path, page, catalogues = [], isEntry = false }) => ({
    path,
    page: String((await page()).default),
    catalogues,
    isEntry,
  })),
);
