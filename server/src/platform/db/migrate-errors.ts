/**
 * A migration that could not be applied. `file` is its name. All its changes were rolled back, except in a file that builds
 * indexes concurrently: indexes already built stay.
 */
export class MigrationError extends Error {
  override name = 'MigrationError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`Migration ${file} failed: ${describe(cause)}`, { cause });
    this.file = file;
  }
}

/** Connecting to the database failed; the message has the reason. */
export class DatabaseUnreachable extends Error {}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { detail, hint, where } = error as Error & { detail?: string; hint?: string; where?: string };
  return [error.message, detail, hint, where].filter(Boolean).join(' — ');
}
