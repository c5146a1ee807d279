import { pageLocale } from '../../shared/locale.ts';
import { theme } from '../../ui/theme.ts';
import { prefetchMerchant } from '../shared/merchant.ts';
import { queryClient } from '../shared/query-client.ts';
import { session } from '../shared/session.ts';
import { router } from './router.tsx';

/** How long the first screen waits for its data and fonts before it is rendered with skeletons. */
const PATIENCE_MILLISECONDS = 300;

/** A letter of each script that a language uses: addresses are Latin in both. */
const LETTERS = { en: 'a', ar: 'a\u0628' } as const;
const ARABIC = /[\u0600-\u06ff]/;

/** Loads fonts first; otherwise they load at the first paint, and what is written in them is laid out twice. */
function fetchFonts(letters: string): Promise<unknown> {
  const faces = [400, 500, 600].map((weight) =>
    document.fonts.load(`${weight} 1em ${theme.fontFamily}`, letters),
  );
  return Promise.allSettled(faces);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Every pending response, including ones that will fail. */
const answers = () =>
  Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ promise }) => promise),
  );

/** Loads the Arabic font where an English screen needs it as well: for names in the responses. */
async function fetchFontsOfNames(): Promise<void> {
  const queries = queryClient.getQueryCache().getAll();
  if (queries.some(({ state }) => ARABIC.test(JSON.stringify(state.data)))) await fetchFonts(LETTERS.ar);
}

/**
 * Prepares what the first screen is rendered from: its route, code and translations and, if they arrive soon, its data,
 * so that it is rendered once.
 */
export async function prepare(): Promise<void> {
  // Not in the task that has just run the modules of the frame.
  await nextTask();
  const locale = pageLocale();
  const merchant = session.get().token ? prefetchMerchant() : undefined;
  const fonts = fetchFonts(LETTERS[locale]);
  await router.load();
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS));
  const ready = Promise.all([merchant, fonts, answers().then(fetchFontsOfNames)]);
  await Promise.race([ready, patience]);
}
