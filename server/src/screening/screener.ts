/** Compares names with sanctions lists. */
import { setImmediate as others } from 'node:timers/promises';
import type { App } from '../platform/context.ts';
import type { Entry } from './list-file.ts';
import { LEAST_SCORE, scoreOf, wordsOf } from './rules.ts';
import * as store from './store.ts';

/** A listed entry whose name resembles the given one. */
export interface Match {
  entry: Entry;
  /** The matching name or alias. */
  listedName: string;
  /** 1 to 100 */
  score: number;
}

/**
 * A provider of screening, selected by its name in the configuration (`DAFTAR_SCREENING`). To connect a service, add
 * a provider with this interface to {@link SCREENERS} (docs/operations.md).
 */
export interface Screener {
  /** Returns whether it can answer; until then no merchant is activated. */
  isReady(): Promise<boolean>;
  /** Finds matches. @returns the matches of a person or business, the most similar first, at most a thousand */
  screen(asked: store.Name): Promise<Match[]>;
}

/** More than the similar names in any list, because nobody would ever see omitted matches. */
const MAX_MATCHES = 1000;

/** A list prepared for comparison: the words of every entry's names. */
interface Prepared {
  entry: Entry;
  names: { listedName: string; words: string[] }[];
}

let kept: { version: string; byStart: Map<string, Set<Prepared>> } | undefined;

/** Comparing with a long list takes seconds, so other requests are served every few hundredths of a second. */
const ENTRIES_AT_ONCE = 500;

/** An index of entries by the first letter of each word, so that a name is compared only with those that share one. */
async function prepare(entries: readonly Entry[]): Promise<Map<string, Set<Prepared>>> {
  const byStart = new Map<string, Set<Prepared>>();
  for (const [at, entry] of entries.entries()) {
    if (at % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await others();
    const names = [entry.name, ...entry.aliases].map((listedName) => ({
      listedName,
      words: wordsOf(listedName),
    }));
    const prepared = { entry, names };
    for (const { words } of names)
      for (const word of words) {
        const start = word.slice(0, 1);
        const found = byStart.get(start) ?? new Set();
        byStart.set(start, found.add(prepared));
      }
  }
  return byStart;
}

/** Compares with the list in the database, which `load-screening-list` reads from a file. */
function listScreener(app: App): Screener {
  return {
    isReady: async () => Boolean((await store.findList(app.db))?.version),
    async screen({ name }) {
      const { version = null } = (await store.findList(app.db)) ?? {};
      if (version === null) return [];
      if (kept?.version !== version)
        kept = { version, byStart: await prepare(await store.readEntries(app.db)) };
      const { byStart } = kept;
      const words = wordsOf(name);
      const near = new Set(words.flatMap((word) => [...(byStart.get(word.slice(0, 1)) ?? [])]));
      const matches: Match[] = [];
      let compared = 0;
      for (const { entry, names } of near) {
        compared += 1;
        if (compared % ENTRIES_AT_ONCE === 0) await others();
        let best: Match | undefined;
        for (const one of names) {
          const score = scoreOf(words, one.words);
          if (score >= LEAST_SCORE && score > (best?.score ?? 0))
            best = { entry, listedName: one.listedName, score };
        }
        if (best) matches.push(best);
      }
      return matches.sort((one, other) => other.score - one.score).slice(0, MAX_MATCHES);
    },
  };
}

/** The providers by name. A configured provider that is missing here does not compile. */
const SCREENERS: Readonly<
  Record<Exclude<App['config']['screening']['provider'], 'none'>, (app: App) => Screener>
> = { file: listScreener };

/** Returns the configured provider of screening; null: none. */
export function screenerOf(app: App): Screener | null {
  const { provider } = app.config.screening;
  return provider === 'none' ? null : SCREENERS[provider](app);
}
