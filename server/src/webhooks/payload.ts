import { API_VERSIONS } from '@daftar/contract/versions';
import type { Mode } from '../platform/context.ts';

/** An event as it is to be told. */
export interface Told {
  eventId: number;
  type: string;
  now: Date;
  mode: Mode;
  data: object;
}

/** What a version changed of `data`: how to say it to those who read the version before. */
interface Change {
  version: (typeof API_VERSIONS)[number];
  types: readonly string[];
  undo: (data: Record<string, unknown>) => Record<string, unknown>;
}
/** By version, newest first; a field that is only added needs none. */
const CHANGES: readonly Change[] = [];

/**
 * The exact body of a message. Without a version (the callback URL of the settings) it is what it always was; with one it also
 * says the version and the event's id, by which the API reads it.
 */
export function payloadOf({ eventId, type, now, mode, data }: Told, version: string | null): string {
  const timestamp = now.toISOString();
  const as = dataAs(type, data as Record<string, unknown>, version);
  if (version === null) return JSON.stringify({ type, timestamp, mode, data: as });
  return JSON.stringify({ id: eventId, type, version, timestamp, mode, data: as });
}

/** `data` as readers of a version know it: all changes of later ones undone. Without a version: of the first. */
export function dataAs(
  type: string,
  data: Record<string, unknown>,
  version: string | null,
  changes: readonly Change[] = CHANGES,
): Record<string, unknown> {
  return changes
    .filter((each) => each.types.includes(type) && (version ?? API_VERSIONS[0]) < each.version)
    .reduce((sofar, { undo }) => undo(sofar), data);
}
