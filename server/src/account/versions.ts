/**
 * Returns SQL for the newest version of a bank account that is still the same account as a given version: with the
 * latest holder, Latin name, town, bank and branch, but never another account. The arguments are SQL expressions.
 */
export const newestVersion = (merchant: string, account: string, version: string): string => `(
  select max(n.version)
    from bank_account_versions o
    join bank_account_versions n on n.merchant_id = o.merchant_id and n.bank_account_id = o.bank_account_id
     and n.version >= o.version
     and is_same_bank_account(o.iban, o.account_number, o.swift, n.iban, n.account_number, n.swift)
   where o.merchant_id = ${merchant} and o.bank_account_id = ${account} and o.version = ${version})`;
