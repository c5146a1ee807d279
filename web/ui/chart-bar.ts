import type { Path } from './path.ts';

/** A bar of a chart over time. */
export interface Bar {
  key: string;
  /** What it is of, in full, such as a day. */
  name: string;
  /** The same, as short as an axis needs. */
  tick: string;
  /** Null where there is none, such as of an hour to come. */
  value: number | null;
  /** The value as written. */
  text: string;
  /** What is as far into the period before, and how much more or less that was; null where it has none. */
  before: { name: string; value: number | null; text: string; difference: string | null } | null;
  /** The rows that it is of. */
  to: Path;
}
