/** Screens merchants: which names are compared, and when. `clear.ts` decides hits. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type HitRow, LIST_BYTES, type ScreeningList } from '@daftar/contract/ops-screening';
import type { Paging } from '@daftar/contract/paging';
import { at, onDay, opsList } from '../ops-lists/list.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { HitsOpen, HitsTrue, ListMissing } from './errors.ts';
import { readList } from './list-file.ts';
import { wordsOf } from './rules.ts';
import { screenerOf } from './screener.ts';
import * as store from './store.ts';

/** Compares the names of a merchant with the list, and records each new hit. */
export async function screenMerchant(app: App, merchantId: number): Promise<void> {
  const screener = screenerOf(app);
  if (!screener) return;
  for (const asked of await store.listNames(app.db, merchantId)) {
    const key = wordsOf(asked.name).join(' ');
    for (const match of await screener.screen(asked))
      await store.insertHit(app.db, merchantId, { ...asked, ...match, key, now: app.clock.now() });
  }
}

const MERCHANTS_AT_ONCE = 200;

/** Compares the names of every merchant, so that changed names and new entries of the list are found. */
export async function screenAll(app: App): Promise<void> {
  if (!screenerOf(app)) return;
  let after = 0;
  while (!app.ending?.aborted) {
    const merchants = await store.listMerchants(app.db, after, MERCHANTS_AT_ONCE);
    for (const id of merchants) await screenMerchant(app, id);
    if (merchants.length < MERCHANTS_AT_ONCE) return;
    after = merchants.at(-1) ?? after;
  }
}

/** Reads at most one byte more than a list may have. @returns null when there is no such file */
async function readBytes(path: string): Promise<Buffer | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch {
    return null;
  }
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ end: LIST_BYTES })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    return Buffer.concat(chunks, size);
  } finally {
    await file.close();
  }
}

/**
 * Loads the list's file again when it has changed. A file with errors is not loaded: they are recorded with line and
 * column, and the former list stays in effect. A loaded list is compared with every merchant.
 */
export async function loadList(app: App): Promise<void> {
  const { screening } = app.config;
  if (screening.provider !== 'file') return;
  const path = screening.list;
  const bytes = await readBytes(path);
  const now = app.clock.now();
  if (bytes === null) {
    app.log.error({ path }, 'the screening list cannot be read');
    const problems = [{ line: 1, column: '', reason: 'unreadable' as const }];
    await transaction(app.db, (tx) => store.writeProblems(tx, '', problems, now));
    return;
  }
  const version = createHash('sha256').update(bytes).digest('hex');
  if ((await store.findList(app.db))?.triedVersion === version) return;
  const read = readList(bytes);
  await transaction(app.db, (tx) =>
    'entries' in read
      ? store.writeList(tx, version, read.entries, now)
      : store.writeProblems(tx, version, read.problems, now),
  );
  if ('entries' in read) await screenAll(app);
  else
    app.log.error({ path, problems: read.problems }, 'the screening list has mistakes; the one before holds');
}

/** Requires that a merchant may be activated. @throws ListMissing, HitsOpen, HitsTrue otherwise */
export async function requireNoHits(app: App, merchantId: number): Promise<void> {
  if ((await screenerOf(app)?.isReady()) === false) throw new ListMissing();
  const hits = await store.countHits(app.db, merchantId);
  if (hits.true > 0) throw new HitsTrue();
  if (hits.open > 0) throw new HitsOpen(hits.open);
}

/** Returns the state of the list. */
export async function readListState(app: App): Promise<ScreeningList> {
  const list = await store.findList(app.db);
  return {
    is_connected: app.config.screening.provider !== 'none',
    entries: list?.entryCount ?? 0,
    accepted_at: list?.acceptedAt?.toISOString() ?? null,
    tried_at: list?.triedAt.toISOString() ?? null,
    problems: list?.problems ?? [],
  };
}

/** The list of hits of a state, by default open ones, as a page and as a file. */
export const hits = opsList<Paging<'found_at' | 'score'>, store.HitFilters, store.Hit, HitRow>({
  what: 'screening-hits',
  find: (_app, paging, filters) => (db) => store.hitSource(db, paging, filters),
  wireOf: (row) => ({
    id: row.id,
    merchant: { id: row.merchantId, name: row.merchantName },
    part: row.part,
    name: row.name,
    listed_name: row.listedName,
    listed_reference: row.listedReference,
    birth_date: row.birthDate,
    source: row.source,
    score: row.score,
    found_at: row.foundAt.toISOString(),
    state: row.state,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    has_application: row.hasApplication,
  }),
  cells: (say) => ({
    merchant: (row) => row.merchant.name,
    merchantId: (row) => row.merchant.id,
    name: (row) => row.name,
    part: (row) => say(`ops.hitPart.${row.part}`),
    listedName: (row) => row.listed_name,
    birthDate: (row) => onDay(row.birth_date),
    source: (row) => row.source,
    listedReference: (row) => row.listed_reference,
    score: (row) => row.score,
    status: (row) => say(`ops.hitState.${row.state}`),
    found: (row) => at(row.found_at),
    decidedBy: (row) => row.decided_by ?? '',
    decided: (row) => at(row.decided_at),
    reason: (row) => row.reason,
  }),
});
