import { screens } from './screens.ts';

interface EntryScreen {
  path: string;
  /** The file of its page. */
  page: string;
  catalogues: readonly string[];
}

/** The screens opened often by address. Only `vite.config.ts` imports this, where a page's module is its file name. */
export const entryScreens: readonly EntryScreen[] = await Promise.all(
  screens
    .filter(({ isEntry }) => isEntry)
    .map(async ({ path, page, catalogues = [] }) => ({
      path,
      page: String((await page()).default),
      catalogues,
    })),
);
