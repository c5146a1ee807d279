/**
 * OpenTelemetry spans of requests and jobs. Without {@link startTracing} they are the library's own empty ones, which
 * cost next to nothing.
 */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export { type Span, SpanKind } from '@opentelemetry/api';

const tracer = () => trace.getTracer('daftar');

/** A request's span. */
export interface TracedRequest {
  span: Span;
  /** Runs code within the span. */
  within: (work: () => void) => void;
}

/** Starts a request's span, whose parent is the one in its `traceparent`, if any. */
export function startRequest(
  name: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  attributes: Attributes,
): TracedRequest {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return { span, within: (work) => context.with(inside, work) };
}

/**
 * Runs `work` within a span that ends with it. A failure is recorded by its code or class only, because a message may
 * contain personal data.
 * @param parent the causing context (default: the current span).
 */
export function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  return tracer().startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs a request to another server within its own span, with the host but never the rest of the URL. */
export function outgoing<T>(method: string, url: string, work: (span: Span) => Promise<T>): Promise<T> {
  const host = URL.canParse(url) ? new URL(url).host : '';
  const attributes = { 'http.request.method': method, 'server.address': host };
  return inSpan(`${method} ${host}`, SpanKind.CLIENT, attributes, work);
}

/** Records on a span that it failed. */
export function fail(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns whether the current span is recorded. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() ?? false;

/** Returns the `traceparent` of the current span, for a request or job that it causes; nothing without a span. */
export function traceparent(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Returns the context of a `traceparent`, as a parent. */
export const causeOf = (carrier: { traceparent?: string }): Context =>
  propagation.extract(ROOT_CONTEXT, carrier);

/** Returns the ids of the current span, for a log entry. */
export function traceIds(span = trace.getActiveSpan()): { traceId?: string; spanId?: string } {
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}
