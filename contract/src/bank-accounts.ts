/** Bank accounts that settlements are paid to. */
import * as z from 'zod/mini';
import { iban, swift } from './egypt.ts';
import { reads, whenRight } from './schema.ts';
import { stepUpFields } from './step-up.ts';
import { keptSwiftText } from './swift.ts';
import { compactNumber, Id, optionalText, text } from './text.ts';

/** As printed by banks; spaces and dashes are removed. */
const AccountNumber = reads(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number, ctx): string => {
      const normal = compactNumber(String(value));
      if (/^[A-Za-z0-9]{4,34}$/.test(normal)) return normal;
      ctx.issues.push({
        code: 'custom',
        message: normal === '' ? 'Required' : 'InvalidAccountNumber',
        input: value,
      });
      return z.NEVER;
    }),
  ),
  { type: 'string' },
);

/**
 * A bank account without its document. IBAN, SWIFT or both are required, because an account without either cannot be
 * paid to.
 */
const bankAccountFields = {
  bankAccountName: text(150),
  bankAccountNumber: AccountNumber,
  bankName: text(150),
  bankBranch: text(150),
  swift: swift(),
  iban: z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((value: string | null | undefined, ctx): string => {
      if ((value ?? '').trim() === '') return '';
      const parsed = iban().safeParse(value);
      if (parsed.success) return parsed.data;
      ctx.issues.push({ code: 'custom', message: 'InvalidIban', input: value });
      return z.NEVER;
    }),
  ),
  /** The holder's name in Latin letters as the bank spells it, for transfer files; absent keeps the current value. */
  latinName: keptSwiftText(140),
  /** The holder's town in Latin letters; absent keeps the current value. */
  town: keptSwiftText(35),
  /** The path of a stored file, unless a file is sent under this name. */
  optionalDocument: optionalText(200),
};

const reachable = z.refine<{ iban: string; swift: string }>(
  ({ iban, swift }) => iban !== '' || swift !== '',
  {
    error: 'Required',
    path: ['iban'],
    when: whenRight('iban', 'swift'),
  },
);

/** Without the rule that IBAN or SWIFT is required, for a screen that decides itself which of them it requires. */
export const BankAccountFields = z.object(bankAccountFields);
export const BankAccountForm = z.object(bankAccountFields).check(reachable);
/** Changing an account that money is transferred to requires step-up; see `stepUpFields`. */
export const BankAccountUpdateForm = z
  .object({ bankAccountId: Id, ...bankAccountFields, ...stepUpFields })
  .check(reachable);
export type BankAccountFormValues = z.output<typeof BankAccountForm>;

export const BankAccount = z.object({
  bankAccountId: z.number(),
  bankAccountName: z.string(),
  bankAccountNumber: z.string(),
  bankName: z.string(),
  bankBranch: z.string(),
  swift: z.string(),
  iban: z.string(),
  /** Empty: transfer files use `bankAccountName`. */
  latinName: z.string(),
  /** Empty: transfer files contain no address. */
  town: z.string(),
  /** A stored path; empty without a document. */
  optionalDocument: z.string(),
  receiveSettlements: z.boolean(),
  /** When the cooling-off period of a replacement account ends; null when there is none. */
  settlementsFrom: z.nullable(z.string()),
  /** True: a change of the receiving account, or one that makes this the receiving account, waits for approval. */
  changeWaits: z.boolean(),
});
export type BankAccount = z.output<typeof BankAccount>;

/** A bank account as shown to its owner, `CIB ****0002`; null without one. */
export const shownAccount = (bank: string | null, number: string | null): string | null =>
  bank === null ? null : `${bank} ****${number?.slice(-4)}`;
