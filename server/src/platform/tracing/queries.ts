import { context, SpanKind, trace } from '@opentelemetry/api';
import type { Sql } from '../db/connect.ts';
import { fail, isTraced } from './spans.ts';

/** A query of postgres.js: it runs when it is first awaited. */
interface Query {
  executed: boolean;
  /** The statement with `$1` for its values, once it has been sent. */
  string?: string;
  strings: readonly string[];
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  handle(): Promise<void>;
}

const LONGEST_TEXT = 2_000;

const tracer = () => trace.getTracer('daftar');
const traced = new WeakSet<object>();

const textOf = ({ string, strings }: Query): string =>
  (string ?? strings.join('?')).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);

/**
 * Gives each query that runs within a span its own span, with its statement but never its values. The driver has no
 * hook for the arrival of an answer, so its query class is changed, once for all pools.
 */
export function traceQueries(sql: Sql): void {
  // A query that nobody awaits is never sent.
  const { prototype } = (sql`select 1` as unknown as { constructor: { prototype: Query } }).constructor;
  if (traced.has(prototype)) return;
  traced.add(prototype);
  const { handle } = prototype;
  prototype.handle = function handleTraced(this: Query) {
    if (this.executed || !isTraced()) return handle.call(this);
    const span = tracer().startSpan(
      'query',
      { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
      context.active(),
    );
    const { resolve, reject } = this;
    const end = () => {
      const text = textOf(this);
      span.updateName(/^\w+/.exec(text)?.[0].toLowerCase() ?? 'query');
      span.setAttribute('db.query.text', text);
      span.end();
    };
    this.resolve = (value) => {
      end();
      resolve.call(this, value);
    };
    this.reject = (error) => {
      fail(span, error);
      end();
      reject.call(this, error);
    };
    return handle.call(this);
  };
}
