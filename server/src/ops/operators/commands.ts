import { OPERATOR_ROLES, type OperatorRole } from '@daftar/contract/ops-roles';
import { isEmail, sameEmail } from '@daftar/contract/text';
import type { Command } from '../money.ts';
import { addOperator, disableOperator, type Enrolment, renewOperator } from './accounts.ts';

const emailOf = (typed: string | undefined) => {
  const email = sameEmail(typed ?? '');
  return isEmail(email) ? email : null;
};

const isRole = (typed: string): typed is OperatorRole => OPERATOR_ROLES.includes(typed as OperatorRole);

/** Returns the new operator's credentials, shown once: the server stores no readable copy. */
async function told({ email, role, password, secret, uri }: Enrolment): Promise<string> {
  const { default: qrCode } = await import('qrcode');
  const picture = await qrCode.toString(uri, { type: 'terminal', small: true });
  return [
    `${email} is ${role} of the console at /ops. This is shown once:`,
    `  password       ${password}`,
    `  authenticator  ${secret}`,
    `  ${uri}`,
    picture,
  ].join('\n');
}

/** Commands by the first argument of `npm run ops --`. */
export const operatorCommands: Readonly<Record<string, Command>> = {
  add: async (app, [typed, role = 'reviewer'], actor) => {
    const email = emailOf(typed);
    if (!email || !isRole(role)) return null;
    return told(await addOperator(app, { email, role }, actor));
  },
  renew: async (app, [typed], actor) => {
    const email = emailOf(typed);
    return email && told(await renewOperator(app, email, actor));
  },
  disable: async (app, [typed], actor) => {
    const email = emailOf(typed);
    if (!email) return null;
    await disableOperator(app, email, actor);
    return `${email} cannot sign in any more, and is signed out`;
  },
};
