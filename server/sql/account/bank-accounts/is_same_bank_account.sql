-- Returns true if money sent to the former numbers of a bank account reaches the account with the later numbers: IBAN,
-- account number and SWIFT code are equal, or the SWIFT code was removed beside an IBAN. `isSameAccount` in
-- server/src/account/rules.ts is the same rule.
create or replace function is_same_bank_account(
  p_iban text,
  p_number text,
  p_swift text,
  p_later_iban text,
  p_later_number text,
  p_later_swift text
)
  returns boolean
  language sql
  immutable
as $$
  select p_iban = p_later_iban
     and regexp_replace(p_number, '[^A-Za-z0-9_]', '', 'g') = regexp_replace(p_later_number, '[^A-Za-z0-9_]', '', 'g')
     and (p_swift = p_later_swift or (p_later_iban <> '' and p_later_swift = ''))
$$;
