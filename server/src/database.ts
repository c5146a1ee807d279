import type { Config } from './config.ts';
import { openDataDir, startEmbedded } from './platform/db/embedded.ts';

/** The database this process works on, wherever it is. */
export interface Database {
  url: string;
  /** The same without a pooler between: for what needs a session of its own (LISTEN, the queue, migrations, tools). */
  directUrl: string;
  close(): Promise<void>;
}

/**
 * The configured PostgreSQL, or the embedded one, started here and stopped by `close`.
 * @param onSpawn the embedded one was told to start: from here on there is only waiting for it
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

/** The same for a tool: a running embedded database is used as it runs, a stopped one started for the occasion. */
export async function openDatabaseForTool(config: Config): Promise<Database> {
  const configured = configuredDatabase(config);
  if (configured) return configured;
  const { url, close } = await openDataDir(config.dataDir);
  return { url, directUrl: url, close };
}
