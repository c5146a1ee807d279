import { readWhole } from '@daftar/contract/numbers';

/** Environment variables by name. An empty one counts as not set. */
export type Env = Record<string, string | undefined>;

/** An invalid setting: one sentence for the terminal that names the variable. */
export class ConfigError extends Error {}

/** Refuses a variable. @param why the rest of the sentence after its name, without a full stop. @throws ConfigError */
export function fail(name: string, why: string): never {
  throw new ConfigError(`${name} ${why}.`);
}

/** Reads a whole number between two bounds, both allowed. */
export function wholeNumber(
  env: Env,
  name: string,
  { from, to, unset }: { from: number; to: number; unset: number },
): number {
  const raw = env[name];
  if (raw === undefined || raw === '') return unset;
  const value = readWhole(raw);
  if (value === null || value < from || value > to)
    fail(name, `must be a whole number from ${from} to ${to}, not "${raw}"`);
  return value;
}

/** Reads one of several words. */
export function oneOf<const T extends readonly string[]>(
  env: Env,
  name: string,
  words: T,
  unset: T[number],
): T[number] {
  const raw = env[name];
  if (raw === undefined || raw === '') return unset;
  return words.includes(raw) ? raw : fail(name, `must be one of ${words.join(', ')}, not "${raw}"`);
}

/** Reads `yes` or `no`. */
export const isYes = (env: Env, name: string, unset: 'yes' | 'no'): boolean =>
  oneOf(env, name, ['yes', 'no'], unset) === 'yes';

/** Reads a URL with one of several schemes, such as `https:`; null when it is not set. */
export function url(env: Env, name: string, schemes: readonly string[]): string | null {
  const raw = env[name];
  if (raw === undefined || raw === '') return null;
  if (!URL.canParse(raw) || !schemes.includes(new URL(raw).protocol))
    fail(name, `must be an address that starts with ${schemes.map((each) => `${each}//`).join(' or ')}`);
  return raw;
}

/** Splits a list at its commas, without white space and empty items. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
