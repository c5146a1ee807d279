import type { OperatorRole } from '@daftar/contract/ops-roles';
import type { Page } from '@playwright/test';
import { authenticatorOf } from './authenticator.ts';
import { runOps } from './ops.ts';

/** One of the provider's staff, as created by the command line. */
export interface Operator {
  email: string;
  password: string;
  /** The current code of the authenticator. */
  code: () => string;
}

/** Creates an operator with the command that an administrator would use, and reads its output. */
export async function newOperator(role: OperatorRole, unique: string): Promise<Operator> {
  const email = `${role}${unique}@operators.example`;
  const stdout = await runOps('add', email, role);
  const password = /password\s+(\S+)/.exec(stdout)?.[1];
  const secret = /authenticator\s+([A-Z2-7]+)/.exec(stdout)?.[1];
  if (!password || !secret) throw new Error(`Not what was expected: ${stdout}`);
  return { email, password, code: authenticatorOf(secret).code };
}

type Say = (noun: string, key: string) => string;

/** Signs in on the console's sign-in screen, which must be open. */
export async function signInToConsole(page: Page, say: Say, operator: Operator): Promise<void> {
  await page.getByLabel(say('ops', 'signIn.email')).fill(operator.email);
  await page.getByLabel(say('ops', 'signIn.password'), { exact: true }).fill(operator.password);
  await page.getByLabel(say('ops', 'signIn.code')).fill(operator.code());
  await page.getByRole('button', { name: say('ops', 'signIn.submit') }).click();
}
