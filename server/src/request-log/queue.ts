import { requestLog } from '@daftar/contract/request-log';
import type { App, Mode } from '../platform/context.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { objectOf } from './objects.ts';
import { cut, keptBody, keptQuery, keptReply, redactText } from './redact.ts';
import * as store from './store.ts';

/** How long calls are collected before they are written together. */
const FLUSH_MILLISECONDS = 2_000;
/** Maximum numbers of waiting calls of a process, and of one merchant; further calls are counted, but not listed. */
const WAITING = 1_000;
export const WAITING_OF_ONE = 50;
/** Maximum length of a stored body; redacting a larger one would take longer than the call. */
const BODY_CHARACTERS = 64 * 1024;
const PATH_CHARACTERS = 300;

/** An answered call, as the server saw it. */
export interface Call {
  merchantId: number;
  mode: Mode;
  keyId: number;
  requestId: string;
  method: string;
  /** As requested, with base and query. */
  url: string;
  /** The pattern of its path, without the base. */
  route: string;
  params: unknown;
  /** The parsed body, and its length. */
  body: unknown;
  bodyLength: number;
  status: number;
  milliseconds: number;
  /** The JSON of the reply; null when it is not stored. */
  reply: string | null;
}

/**
 * Queue of calls in memory to be written. Adding one is cheap and never fails; redacting and writing happen between
 * requests, in one batch at a time. Calls not written when the process is killed, or while the database is
 * unavailable, are lost, but nothing depends on them.
 */
export class RequestQueue {
  private waiting: { call: Call; at: Date }[] = [];
  private readonly of = new Map<number, number>();
  private counts = new Map<string, store.Usage>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> | null = null;
  private today = { hour: Number.NaN, day: '' };
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Counts a call, and queues it if there is room. */
  add(call: Call): void {
    const at = this.app.clock.now();
    this.count(call, this.dayOf(at));
    const waiting = this.of.get(call.merchantId) ?? 0;
    if (!isOfLog(call) && this.waiting.length < WAITING && waiting < WAITING_OF_ONE) {
      this.of.set(call.merchantId, waiting + 1);
      this.waiting.push({ call, at });
    }
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MILLISECONDS).unref();
  }

  /** Writes queued calls. Never fails. */
  async flush(): Promise<void> {
    while (this.writing) await this.writing;
    if (this.counts.size === 0) return;
    const { waiting, counts } = this;
    this.waiting = [];
    this.counts = new Map();
    this.of.clear();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.writing = this.write(waiting, [...counts.values()]).finally(() => {
      this.writing = null;
    });
    await this.writing;
  }

  /** Returns the day in Cairo; computed once an hour, because Cairo's clock differs from UTC by whole hours. */
  private dayOf(at: Date): string {
    const hour = Math.floor(at.getTime() / 3_600_000);
    if (hour !== this.today.hour) this.today = { hour, day: cairoDay(at) };
    return this.today.day;
  }

  private count({ merchantId, mode, keyId, status }: Call, day: string): void {
    const name = `${merchantId} ${keyId} ${mode} ${day}`;
    const sofar = this.counts.get(name) ?? { merchantId, mode, keyId, day, calls: 0, refused: 0, failed: 0 };
    sofar.calls += 1;
    if (status >= 500) sofar.failed += 1;
    else if (status >= 400) sofar.refused += 1;
    this.counts.set(name, sofar);
  }

  private async write(waiting: { call: Call; at: Date }[], counts: store.Usage[]): Promise<void> {
    const { pool, log } = this.app;
    try {
      await store.addUsage(pool, counts);
      if (waiting.length > 0) {
        await store.insertRequests(
          pool,
          waiting.map(({ call, at }) => keptOf(call, at)),
        );
      }
    } catch (error) {
      log.warn({ err: error, calls: waiting.length }, 'calls of API keys were not written down');
    }
  }
}

/**
 * Returns whether a call read this log. Such calls are not logged, because a program that follows the log would fill
 * it with its own calls.
 */
const isOfLog = ({ route, status }: Call): boolean =>
  status < 400 && Object.values(requestLog).some(({ path }) => path === route);

/** Returns the pattern or path of an API call without `/api` or `/api/sandbox`. */
export const withoutBase = (path: string): string => path.replace(/^\/api(?:\/sandbox(?=\/))?/, '');

/** Decodes a path, so that values to be redacted are found in it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Parses JSON; undefined when it is invalid or too long. */
function parsed(reply: string | null): unknown {
  if (reply === null || reply.length > BODY_CHARACTERS) return undefined;
  try {
    return JSON.parse(reply);
  } catch {
    return undefined;
  }
}

/** Returns the row of a call: redacted, truncated, and linked to its object. */
function keptOf(call: Call, at: Date): store.NewRequest {
  const { method, url, route, params, status } = call;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const reply = parsed(call.reply);
  const isTooLong = call.bodyLength > BODY_CHARACTERS;
  const sent = isTooLong ? { text: '', isCut: true } : keptBody(call.body);
  const kept = keptReply(reply, status);
  const about = status < 400 ? objectOf(method, route, { params, reply }) : null;
  return {
    merchant_id: call.merchantId,
    mode: call.mode,
    request_id: call.requestId,
    key_id: call.keyId,
    method,
    path: cut(redactText(withoutBase(decoded(path))), PATH_CHARACTERS),
    query: keptQuery(query),
    status,
    milliseconds: Math.round(call.milliseconds),
    sent: sent.text,
    sent_cut: sent.isCut,
    reply: kept.text,
    reply_cut: kept.isCut || (call.reply !== null && reply === undefined),
    object: about?.object ?? null,
    object_id: about?.id ?? null,
    created_at: at,
  };
}
