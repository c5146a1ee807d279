/** Where traces are sent, by the names that OpenTelemetry gives these settings. */
export interface Tracing {
  /** The address of a collector that speaks OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  /** What the collector asks for, such as a token. */
  headers: Readonly<Record<string, string>>;
  /** Which part of the traces that begin here is kept, from 0 to 1. */
  share: number;
}

type Env = Record<string, string | undefined>;
type Fail = (name: string, why: string) => never;

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';
const SHARE = 'OTEL_TRACES_SAMPLER_ARG';
const DEFAULT_SHARE = '0.1';

const PAIR = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/;

/** `name=value,…`, values encoded as in an address. */
function headersOf(text: string, fail: Fail): Record<string, string> {
  const pairs = text.split(',').filter((each) => each.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
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
export function tracing(env: Env, fail: Fail): Tracing | null {
  const endpoint = env[ENDPOINT]?.trim() || null;
  const share = Number(env[SHARE]?.trim() || DEFAULT_SHARE);
  if (!(share >= 0 && share <= 1)) fail(SHARE, 'must be a number from 0 to 1');
  const headers = headersOf(env[HEADERS] ?? '', fail);
  if (endpoint === null) return null;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    return fail(ENDPOINT, 'must be an http or https address');
  return { endpoint: endpoint.replace(/\/$/, ''), headers, share };
}
