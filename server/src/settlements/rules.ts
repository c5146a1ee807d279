/** A bank account as people recognise it, `CIB ****0002`; null where there is none. */
export const shownAccount = (bank: string | null, number: string | null): string | null =>
  bank === null ? null : `${bank} ****${number?.slice(-4)}`;
