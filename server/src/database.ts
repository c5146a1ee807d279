import type { Config } from './config.ts';
import { openDataDir, startEmbedded } from './platform/db/embedded.ts';

/** The database that this process uses. */
export interface Database {
  url: string;
  /** The same without a pooler, for connections that need their own session (LISTEN, the queue, migrations, tools). */
  directUrl: string;
  close(): Promise<void>;
}

/**
 * Opens the configured PostgreSQL, or starts the embedded one, which `close` stops.
 * @param onSpawn called when the embedded one was spawned; afterwards the caller only waits
 */
export async function openDatabase(
  config: Config,
  log: (line: string) => void,
  onSpawn: () => void,
): Promise<Database> {
  const configured = configuredDatabase(config);
  if (configured) return configured;
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, onSpawn });
  return { url: embedded.url, directUrl: embedded.url, close: embedded.stop };
}

function configuredDatabase({ databaseUrl, databaseDirectUrl }: Config): Database | null {
  if (databaseUrl === null) return null;
  return { url: databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl, close: async () => {} };
}

/** Does the same for a tool: uses a running embedded database as it is, and starts a stopped one. */
export async function openDatabaseForTool(config: Config): Promise<Database> {
  const configured = configuredDatabase(config);
  if (configured) return configured;
  const { url, close } = await openDataDir(config.dataDir);
  return { url, directUrl: url, close };
}
