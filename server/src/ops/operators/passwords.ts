/** Rules of operators' passwords, which are stricter than those of merchants. */
import { formsOf, isCommonPassword, namesPerson } from '@daftar/contract/passwords';
import { InvalidError } from '../../platform/http/errors.ts';

let known: Promise<ReadonlySet<string>> | null = null;

/** Some 49,000 leaked passwords, the most frequent first; loaded at the first use. */
function knownPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return known;
}

/**
 * Refuses a leaked password, whatever digits and symbols surround it, and one that names its person.
 * @param person texts about them: names, e-mail address, business.
 * @throws InvalidError 422 on `password`
 */
export async function requireUnguessable(password: string, person: readonly string[]): Promise<void> {
  const passwords = await knownPasswords();
  if (isCommonPassword(password) || formsOf(password).some((form) => passwords.has(form))) {
    throw InvalidError.field('password', 'PasswordCommon');
  }
  if (namesPerson(password, person)) throw InvalidError.field('password', 'PasswordPersonal');
}
