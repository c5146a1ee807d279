/** The facts of an account's change, for the operator who decides on it. */

import { isDeepStrictEqual } from 'node:util';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import type { ApprovalFact, ApprovalValue } from '@daftar/contract/ops-approvals';
import { PROVIDER_SCOPE } from '@daftar/contract/ops-processors';
import type { AccountRow } from './store.ts';

/** The properties of an account that may be shown. */
type Shown = Pick<
  AccountRow,
  | 'adapter'
  | 'mode'
  | 'merchantId'
  | 'name'
  | 'methods'
  | 'currencies'
  | 'baseUrl'
  | 'credentials'
  | 'priority'
>;

const text = (value: string): ApprovalValue => ({ is: 'text', text: value });
const words = (
  of: Extract<ApprovalValue, { is: 'words' }>['of'],
  codes: readonly string[],
): ApprovalValue => ({ is: 'words', of, codes: [...codes] });

const codesOf = (methods: readonly number[]) =>
  PAYMENT_METHODS.filter(({ id }) => methods.includes(id)).map(({ code }) => code);

function valuesOf(account: Shown): Omit<ApprovalFact, 'before'>[] {
  const { merchantId } = account;
  return [
    { name: 'name', after: text(account.name) },
    { name: 'processor', after: words('adapter', [account.adapter]) },
    { name: 'mode', after: words('mode', [account.mode]) },
    {
      name: 'scope',
      after:
        merchantId === null
          ? words('scope', [PROVIDER_SCOPE])
          : {
              is: 'text',
              text: String(merchantId),
              subject: `merchant:${merchantId}`,
            },
    },
    { name: 'methods', after: words('method', codesOf(account.methods)) },
    { name: 'baseUrl', after: text(account.baseUrl) },
    { name: 'priority', after: text(String(account.priority)) },
    ...Object.entries(account.credentials).map(([name, value]) => ({
      name: 'credential',
      of: name,
      after: text(value),
    })),
  ];
}

/**
 * Returns the facts of a change: changed values with the previous ones, and the unchanged rest. `before`: null for a
 * new account.
 */
export function factsOf(
  kind: 'add' | 'change' | 'rotate' | 'on',
  before: Shown | null,
  { secrets, ...after }: Shown & { secrets: readonly string[] },
): ApprovalFact[] {
  const former = before ? valuesOf(before) : [];
  const facts = valuesOf(after).map((fact): ApprovalFact => {
    const was = former.find((each) => each.name === fact.name && each.of === fact.of)?.after ?? null;
    return { ...fact, before: isDeepStrictEqual(was, fact.after) ? null : was };
  });
  return [
    { name: 'change', before: null, after: words('change', [kind]) },
    ...facts,
    ...(secrets.length > 0 ? [{ name: 'secrets', before: null, after: words('credential', secrets) }] : []),
  ];
}
