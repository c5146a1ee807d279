/** Does one thing to many rows, one after the other, and remembers what became of each. */
import { ApiError, isAbort, NetworkError } from './errors.ts';

/** The most rows of one run. */
export const MAX_AT_ONCE = 100;

/**
 * - `done`: it was done
 * - `waits`: it was asked for, and waits for somebody to approve it
 * - `refused`: it was not, for the reason given
 * - `unknown`: no answer came, so that it may have been done
 * - `left`: not tried, since the run had stopped before
 */
export type Fate = 'done' | 'waits' | 'refused' | 'unknown' | 'left';

export interface Outcome<Row> {
  row: Row;
  fate: Fate;
  /** Why it was refused. */
  error?: unknown;
}

/** Whether the next row would meet the same: no connection, not signed in any more, or too many requests. */
const stops = (error: unknown) =>
  isAbort(error) ||
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status === 401 || error.status === 429));

/** What an action replies when it only asks for approval: nothing is done before somebody gives it. */
export const WAITS = Symbol('waits');

/** Why something is not even asked of the server, as a sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

interface Run<Row> {
  rows: readonly Row[];
  /** Does it to one row, and replies {@link WAITS} if that needs approval; the key makes a repeated request harmless. */
  act: (row: Row, idempotencyKey: string) => Promise<unknown>;
  /** Called after each row with how many were tried. */
  onProgress: (tried: number) => void;
  /** Stops before the next row. */
  signal: AbortSignal;
}

/** @returns what became of each row, in their order; it never rejects */
export async function runMany<Row>({ rows, act, onProgress, signal }: Run<Row>): Promise<Outcome<Row>[]> {
  const outcomes: Outcome<Row>[] = [];
  let stopped = false;
  for (const row of rows) {
    if (stopped || signal.aborted) {
      outcomes.push({ row, fate: 'left' });
      continue;
    }
    try {
      const reply = await act(row, crypto.randomUUID());
      outcomes.push({ row, fate: reply === WAITS ? 'waits' : 'done' });
    } catch (error) {
      stopped = stops(error);
      const isLost = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
      const isTried = !(error instanceof ApiError && (error.status === 401 || error.status === 429));
      if (isAbort(error) || !isTried) outcomes.push({ row, fate: 'left' });
      else outcomes.push({ row, fate: isLost ? 'unknown' : 'refused', error });
    }
    onProgress(outcomes.length);
  }
  return outcomes;
}
