import type { App } from '../../platform/context.ts';
import { OperatorExists } from '../errors.ts';
import { addOperator, type Enrolment, renewOperator, revealTotpSecret } from './accounts.ts';

const EMAIL = 'operator@daftar.example';
const PASSWORD = 'Operator@1234';

/** Returns the demo's operator: created when missing, with a new authenticator when the server's secret has changed. */
export async function demoOperator(app: App): Promise<Pick<Enrolment, 'email' | 'password' | 'secret'>> {
  const kept = await revealTotpSecret(app, EMAIL);
  if (kept !== null) return { email: EMAIL, password: PASSWORD, secret: kept };
  try {
    return await addOperator(app, { email: EMAIL, role: 'admin', password: PASSWORD }, 'demo');
  } catch (error) {
    if (!(error instanceof OperatorExists)) throw error;
    return renewOperator(app, EMAIL, 'demo', { password: PASSWORD });
  }
}
