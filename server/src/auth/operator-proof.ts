import type { App, Operator } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { passwordFits } from './secrets.ts';
import { operatorAccountOf, takeTries } from './tries.ts';

/**
 * Requires an operator's own password before an action that gives power, because a stolen session does not know it.
 * @throws InvalidError 422 on `current_password`, TooManyError 429
 */
export async function requireOwnPassword(
  app: App,
  { email, address }: Pick<Operator, 'email' | 'address'>,
  password: string | null | undefined,
): Promise<void> {
  if (!password) throw InvalidError.field('current_password', 'Required');
  const tries = await takeTries(app, { account: operatorAccountOf({ email }), address });
  const [found] = await app.db<{ passwordHash: string | null }[]>`
    select password_hash as "passwordHash" from operators where email = ${email}`;
  if (!(await passwordFits(found?.passwordHash ?? null, password))) {
    throw InvalidError.field('current_password', 'WrongPassword');
  }
  await tries.succeeded();
}
