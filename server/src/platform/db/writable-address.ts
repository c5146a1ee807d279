import pg from 'pg';
import { addressesOf } from './addresses.ts';
import { patience } from './patience.ts';
import { Sockets, type Target } from './sockets.ts';

/** The deadline for finding the host that takes writes; all hosts are asked at once. */
const FIND_MILLISECONDS = 3_000;
/** Milliseconds for which a found host is used for further connections without asking again. */
const FRESH_MILLISECONDS = 1_000;
/**
 * SQLSTATE of a server that accepts no further connections; it is nevertheless taken for the host that takes writes.
 */
const FULL = '53300';

const found = new Map<string, { at: number; address: Promise<string> }>();

/**
 * Finds the host of a URL that takes writes, and returns the URL of that host alone. All hosts are asked at the same
 * time, so that a dead one costs nothing. A URL with one host is returned without asking.
 * @throws an error with the code of one host's refusal if none takes writes within three seconds
 */
export async function writableAddress(url: string): Promise<string> {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return url;
  const known = found.get(url);
  if (known && performance.now() - known.at < FRESH_MILLISECONDS) return known.address;
  const looking = { at: Number.POSITIVE_INFINITY, address: find(addresses) };
  found.set(url, looking);
  try {
    return await looking.address;
  } catch (error) {
    found.delete(url);
    throw error;
  } finally {
    looking.at = performance.now();
  }
}

/**
 * Returns where to connect: the host that takes writes, or the first one if there is none, which then reports its own
 * error.
 */
export async function writableTarget(url: string): Promise<Target> {
  const address = await writableAddress(url).catch(() => addressesOf(url)[0]!);
  const { hostname, port } = new URL(address);
  return { host: [hostname.replace(/^\[|\]$/g, '')], port: [Number(port || 5432)] };
}

async function find(addresses: readonly string[]): Promise<string> {
  const sockets = new Sockets();
  const waiting = patience(FIND_MILLISECONDS);
  try {
    const first = await Promise.race([
      Promise.any(addresses.map((each) => askWhetherWritable(each, sockets))),
      waiting.over,
    ]);
    if (first !== 'late') return first;
    throw refusal('none of its hosts takes writes', 'CONNECT_TIMEOUT');
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    const errors = error.errors as { code?: string; message: string }[];
    const { code } = errors.find((each) => each.code === FULL) ?? errors[0]!;
    throw refusal(errors.map(({ message }) => message).join('; '), code);
  } finally {
    waiting.end();
    sockets.cut();
  }
}

const refusal = (message: string, code: string | undefined) => Object.assign(new Error(message), { code });

async function askWhetherWritable(address: string, sockets: Sockets): Promise<string> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'daftar looks for the primary',
    stream: () => sockets.make(),
  });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'off') return address;
  throw refusal(`${new URL(address).host} is read-only`, '25006');
}
