/** Passwords that operators choose, judged beyond the rule that merchants have. */
import { formsOf, isCommonPassword, namesPerson } from '@daftar/contract/passwords';
import { InvalidError } from '../../platform/http/errors.ts';

let known: Promise<ReadonlySet<string>> | null = null;

/** Some 49,000 passwords from leaks, the most used first; read when the first is judged. */
function knownPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return known;
}

/**
 * Refuses a password that others are known to have had, whatever digits and signs stand around it, and one that names
 * its person. @param person what is written about them: names, e-mail address, business.
 * @throws InvalidError 422 on `password`
 */
export async function requireUnguessable(password: string, person: readonly string[]): Promise<void> {
  const passwords = await knownPasswords();
  if (isCommonPassword(password) || formsOf(password).some((form) => passwords.has(form))) {
    throw InvalidError.field('password', 'PasswordCommon');
  }
  if (namesPerson(password, person)) throw InvalidError.field('password', 'PasswordPersonal');
}
