interface OwnAccount {
  name: string;
  bank_name: string;
  iban: string;
}

/** Names an account of ours in a picker: name, bank, currency (our accounts are in EGP) and the last digits of its IBAN. */
export const ownAccountLabel = ({ name, bank_name, iban }: OwnAccount): string =>
  // Isolated and left to right, so that the digits stay beside their dots in Arabic.
  `${name} · ${bank_name} · EGP · \u2066•••• ${iban.slice(-4)}\u2069`;

/** Choices of a picker of accounts of ours. */
export const ownAccountOptions = (accounts: readonly (OwnAccount & { id: number })[] = []) =>
  accounts.map((account) => ({ value: String(account.id), label: ownAccountLabel(account) }));
