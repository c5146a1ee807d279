/**
 * A migration that could not be applied. `file` is its name; everything the file did was rolled back, but for one that builds
 * indexes concurrently: what is ready of it stays.
 */
export class MigrationError extends Error {
  override name = 'MigrationError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`Migration ${file} failed: ${describe(cause)}`, { cause });
    this.file = file;
  }
}

/** The database cannot be connected to, whatever the reason; the message says which. */
export class DatabaseUnreachable extends Error {}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { detail, hint, where } = error as Error & { detail?: string; hint?: string; where?: string };
  return [error.message, detail, hint, where].filter(Boolean).join(' — ');
}
