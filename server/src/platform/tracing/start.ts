import { randomUUID } from 'node:crypto';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Sql } from '../db/connect.ts';
import { traceQueries } from './queries.ts';

/** Timeout of an export; shorter than the time that a process has to exit, when it sends the remaining spans. */
const EXPORT_MILLISECONDS = 3_000;
/** Milliseconds between two log entries that the collector accepts no traces. */
const REPEATED_MILLISECONDS = 60_000;

/**
 * Starts sending spans to a collector. Payments never wait for it: spans that it does not accept in time are dropped.
 */
export function startTracing(
  { endpoint, headers, share }: NonNullable<Config['tracing']>,
  { role }: Pick<Config, 'role'>,
  { sql, log }: { sql: Sql; log: Logger },
): { end(): Promise<void> } {
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (error: unknown) => {
    if (performance.now() - saidAt < REPEATED_MILLISECONDS) return;
    saidAt = performance.now();
    log.warn({ err: error }, 'the collector does not take traces');
  };
  setGlobalErrorHandler(say);
  // A stranger's `traceparent` joins their trace to ours; whether it is recorded is decided here, by its id.
  const sampled = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'daftar',
      'service.namespace': role,
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: sampled, remoteParentSampled: sampled }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint}/v1/traces`,
          headers: { ...headers },
          timeoutMillis: EXPORT_MILLISECONDS,
        }),
        exportTimeoutMillis: EXPORT_MILLISECONDS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  traceQueries(sql);
  return {
    async end() {
      await provider.shutdown().catch(say);
      context.disable();
      propagation.disable();
      trace.disable();
    },
  };
}
