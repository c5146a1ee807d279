import { passwordFits } from '../../auth/secrets.ts';
import { operatorAccountOf, takeTries } from '../../auth/tries.ts';
import type { App, Operator } from '../../platform/context.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import * as store from './store.ts';

/**
 * Requires an operator's own password before somebody is given power: a stolen session does not know it.
 * @throws InvalidError 422 on `current_password`, TooManyError 429
 */
export async function requireOwnPassword(
  app: App,
  { email, address }: Pick<Operator, 'email' | 'address'>,
  password: string | null | undefined,
): Promise<void> {
  if (!password) throw InvalidError.field('current_password', 'Required');
  const tries = await takeTries(app, { account: operatorAccountOf({ email }), address });
  const found = await store.findOperator(app.db, email);
  if (!(await passwordFits(found?.passwordHash ?? null, password))) {
    throw InvalidError.field('current_password', 'WrongPassword');
  }
  await tries.succeeded();
}
