import {
  type ApiRequest,
  type ApiRequestDetails,
  type ApiUsage,
  REQUESTS_KEPT,
  REQUESTS_KEPT_DAYS,
  USAGE_DAYS,
} from '@daftar/contract/request-log';
import type { App, Scope } from '../platform/context.ts';
import type { Page } from '../platform/lists/page.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { ApiRequestNotFound } from './errors.ts';
import * as store from './store.ts';

const ERRORS_SHOWN = 5;
/** More keys than a mode can have at once, including rolled ones. */
const KEYS_SHOWN = 100;

const shownOf = (row: store.StoredRequest): ApiRequest => ({
  id: row.id,
  request_id: row.requestId,
  key_id: row.keyId,
  key_name: row.keyName,
  key_shown: row.keyShown.slice(0, store.KEY_SHOWN),
  method: row.method,
  path: row.path,
  query: row.query,
  status: row.status,
  milliseconds: row.milliseconds,
  object: row.object,
  object_id: row.objectId,
  created_at: row.createdAt.toISOString(),
});

/** Lists one page of the caller's calls by API key. */
export async function listRequests(
  app: App,
  scope: Scope,
  paging: store.RequestPaging,
  filters: store.RequestFilters,
): Promise<Page<ApiRequest>> {
  const { rows, meta } = await store.listRequests(app.db, scope, paging, filters);
  return { rows: rows.map(shownOf), meta };
}

/** Counts the caller's calls by API key and result. */
export const countByOutcome = (app: App, scope: Scope) => store.countByOutcome(app.db, scope);

/** Returns a call with its bodies. @throws ApiRequestNotFound */
export async function getRequest(app: App, scope: Scope, id: number): Promise<ApiRequestDetails> {
  const row = await store.findRequest(app.db, scope, id);
  if (!row) throw new ApiRequestNotFound();
  const { sent, sentCut, reply, replyCut } = row;
  return { ...shownOf(row), sent, sent_cut: sentCut, reply, reply_cut: replyCut };
}

/** Returns how often each key was used in the last thirty days, and the latest failures. */
export async function readUsage(app: App, scope: Scope): Promise<ApiUsage> {
  const today = cairoDay(app.clock.now());
  const days = Array.from({ length: USAGE_DAYS }, (_, at) => nextDay(today, at + 1 - USAGE_DAYS));
  const from = days[0]!;
  const [byDay, keys, errors] = await Promise.all([
    store.usageByDay(app.db, scope, from),
    store.usageByKey(app.db, scope, from, KEYS_SHOWN),
    store.listErrors(app.db, scope, ERRORS_SHOWN),
  ]);
  const found = new Map(byDay.map((each) => [each.day, each]));
  return {
    days: days.map((day) => found.get(day) ?? { day, calls: 0, refused: 0, failed: 0 }),
    keys: keys.map((key) => ({
      key_id: key.keyId,
      key_name: key.keyName,
      key_shown: key.keyShown.slice(0, store.KEY_SHOWN),
      calls: key.calls,
      refused: key.refused,
      failed: key.failed,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
    })),
    last_errors: errors.map(shownOf),
  };
}

/** Deletes calls after thirty days, and all but the newest ten thousand of each mode. */
export async function purgeRequests(app: App): Promise<void> {
  const now = app.clock.now();
  const before = new Date(now.getTime() - REQUESTS_KEPT_DAYS * 86_400_000);
  await store.purgeBefore(app, before, startOfCairoDay(nextDay(cairoDay(now), -USAGE_DAYS)));
  for (const scope of await store.listBusy(app.db, REQUESTS_KEPT)) {
    if (app.ending?.aborted) return;
    await store.trimRequests(app, scope, REQUESTS_KEPT);
  }
}
