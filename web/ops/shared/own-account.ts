interface OwnAccount {
  name: string;
  bank_name: string;
  iban: string;
}

/**
 * Names an account of ours in a picker: its name, the last digits of its IBAN, its bank and its currency (always EGP). The
 * digits come before the bank, which a phone may cut.
 */
export const ownAccountLabel = ({ name, bank_name, iban }: OwnAccount): string =>
  // Each part isolated, so that in Arabic, too, they follow in this order and a phone cuts the last ones; the digits left to
  // right, so that they stay beside their dots.
  `\u2068${name}\u2069 · \u2066•••• ${iban.slice(-4)}\u2069 · \u2068${bank_name}\u2069 · EGP`;

/** Choices of a picker of accounts of ours. */
export const ownAccountOptions = (accounts: readonly (OwnAccount & { id: number })[] = []) =>
  accounts.map((account) => ({ value: String(account.id), label: ownAccountLabel(account) }));
