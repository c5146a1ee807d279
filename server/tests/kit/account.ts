import { PASSWORD } from './people.ts';
import type { Actor, Call, TestServer } from './server.ts';

/** Calls the account settings in test mode; `present` supplies the server and owner of the running test. */
export function settingsOf(present: () => { daftar: TestServer; owner: Actor }) {
  const call = (name: string, more: Partial<Call> = {}) => {
    const { daftar, owner } = present();
    return daftar.call({ path: `/merchant/AccountSettings/${name}`, mode: 'test', as: owner, ...more });
  };
  const post = (name: string, body: object, more: Partial<Call> = {}) =>
    call(name, {
      method: 'POST',
      body: body instanceof FormData ? body : { current_password: PASSWORD, ...body },
      ...more,
    });
  return { call, post };
}

export const IBAN = 'EG380019000500000000263180002';

/** The form data of a bank account. */
export function bankAccountForm(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  const all = {
    bankAccountName: 'Nour Trading',
    bankAccountNumber: '1000-2000 3000',
    bankName: 'CIB',
    bankBranch: 'Maadi',
    iban: IBAN,
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  return form;
}

/** Adds a bank account that does not receive. @returns its id. */
export async function newBankAccount(
  daftar: TestServer,
  as: Actor,
  fields: Record<string, string> = {},
): Promise<number> {
  const path = '/merchant/AccountSettings/AddBankAccount';
  const answer = await daftar.call({ method: 'POST', path, mode: 'test', as, body: bankAccountForm(fields) });
  return answer.body.data.bankAccountId;
}
