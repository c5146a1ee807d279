/** A port and the setting that says it. */
export interface Listening {
  host: string;
  port: number;
  variable: string;
}

/** The content of a data folder's lock. */
export interface Owner {
  pid: number;
  /** When the process started, see {@link startOf}: tells processes apart that had the same pid. */
  started: string;
  /** Unique per lock. */
  nonce: string;
}

export const USUAL: Readonly<{ host: string; port: number; dataDir: string }>;
export function portSentence(at: Listening, error: NodeJS.ErrnoException): string | null;
export function dataDirSentence(dataDir: string, pid: number): string;
export function whyNotStart(asked: {
  ports: readonly Listening[];
  dataDir: string | null;
}): Promise<string | null>;
export function readOwner(file: string): Owner | undefined;
export function isOwnerAlive(owner: Owner): boolean;
export function isAlive(pid: number): boolean;
export function startOf(pid: number): string;
