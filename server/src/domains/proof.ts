/** Proving by a DNS record that a name is somebody's, for other nouns. */
import type { App } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { lookFor } from './dns.ts';
import { type Answer, hostOf, ownHost } from './rules.ts';

/** Reads a typed name as {@link hostOf} does. @throws InvalidError 422 on `field` for what nobody can own, or is ours */
export function readName(app: Pick<App, 'config'>, typed: string, field: string): string {
  const read = hostOf(typed, ownHost(app.config));
  if ('problem' in read) throw InvalidError.field(field, read.problem);
  return read.host;
}

/** Asks DNS for a record. */
export const askDns = (app: Pick<App, 'config'>, record: { name: string; value: string }): Promise<Answer> =>
  lookFor(app.config, record);
