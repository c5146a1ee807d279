import { type Env, fail, listOf } from './env.ts';

/** The destination of traces; the variables have OpenTelemetry's names. */
export interface Tracing {
  /** The URL of a collector for OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  /** Headers that the collector requires, such as a token. */
  headers: Readonly<Record<string, string>>;
  /** The share of traces to keep, from 0 to 1, among those that start here. */
  share: number;
}

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';
const SHARE = 'OTEL_TRACES_SAMPLER_ARG';
const DEFAULT_SHARE = '0.1';

const PAIR = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/;

/** `name=value,…`, values percent-encoded. */
function headersOf(text: string | undefined): Record<string, string> {
  return Object.fromEntries(
    listOf(text).map((pair) => {
      const [, name, value] = PAIR.exec(pair) ?? [];
      if (name === undefined || value === undefined) return fail(HEADERS, 'must be name=value pairs');
      try {
        return [name.toLowerCase(), decodeURIComponent(value.trim())];
      } catch {
        return fail(HEADERS, `must be encoded as in an address (${name})`);
      }
    }),
  );
}

/** Reads the settings of traces; null without a collector. */
export function tracing(env: Env): Tracing | null {
  const endpoint = env[ENDPOINT]?.trim() || null;
  const share = Number(env[SHARE]?.trim() || DEFAULT_SHARE);
  if (!(share >= 0 && share <= 1)) fail(SHARE, 'must be a number from 0 to 1');
  const headers = headersOf(env[HEADERS]);
  if (endpoint === null) return null;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    return fail(ENDPOINT, 'must be an http or https address');
  return { endpoint: endpoint.replace(/\/$/, ''), headers, share };
}
