/** Who compares names with lists of sanctions. */
import { setImmediate as others } from 'node:timers/promises';
import type { App } from '../platform/context.ts';
import type { Entry } from './list-file.ts';
import { LEAST_SCORE, scoreOf, wordsOf } from './rules.ts';
import * as store from './store.ts';

/** A listed one whose name is like the one that was asked about. */
export interface Match {
  entry: Entry;
  /** The name or alias that is alike. */
  listedName: string;
  /** 1 to 100 */
  score: number;
}

/**
 * A provider of screening, chosen by its name in the configuration (`DAFTAR_SCREENING`). A service is connected by one more of
 * {@link SCREENERS} that answers the same (docs/operations.md).
 */
export interface Screener {
  /** Whether it can answer: until then nobody is activated. */
  isReady(): Promise<boolean>;
  /** @returns the matches of a person or business, the most alike first, at most a thousand */
  screen(asked: store.Name): Promise<Match[]>;
}

/** More than a list has of like names: what is left out, nobody would ever see. */
const MAX_MATCHES = 1000;

/** A list, ready to be compared: of every entry its names as words. */
interface Prepared {
  entry: Entry;
  names: { listedName: string; words: string[] }[];
}

let kept: { version: string; byStart: Map<string, Set<Prepared>> } | undefined;

/** Comparing with a long list takes seconds; the requests of others are answered every few hundredths of one. */
const ENTRIES_AT_ONCE = 500;

/** Entries by the first letter of each word, so that a name is compared with those alone that share one. */
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

/** The providers by their names. One that the configuration knows and that is missing here does not compile. */
const SCREENERS: Readonly<
  Record<Exclude<App['config']['screening']['provider'], 'none'>, (app: App) => Screener>
> = { file: listScreener };

/** The configured provider of screening; null: none. */
export function screenerOf(app: App): Screener | null {
  const { provider } = app.config.screening;
  return provider === 'none' ? null : SCREENERS[provider](app);
}
