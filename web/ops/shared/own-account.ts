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
  // Isolated and left to right, so that the digits stay beside their dots in Arabic.
  `${name} · \u2066•••• ${iban.slice(-4)}\u2069 · ${bank_name} · EGP`;

/** Choices of a picker of accounts of ours. */
export const ownAccountOptions = (accounts: readonly (OwnAccount & { id: number })[] = []) =>
  accounts.map((account) => ({ value: String(account.id), label: ownAccountLabel(account) }));
