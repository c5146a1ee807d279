/** A bank account as people recognise it, `CIB ****0002`; null where there is none. */
export const shownAccount = (bank: string | null, number: string | null): string | null =>
  bank === null ? null : `${bank} ****${number?.slice(-4)}`;

const HOUR_MILLISECONDS = 3_600_000;
const RUN_MILLISECONDS = 5 * 60_000;

/** The first of the hourly runs that settle what is due (`jobs.ts`), at a moment or after it. */
export const firstRunFrom = (moment: Date): Date =>
  new Date(
    Math.ceil((moment.getTime() - RUN_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS +
      RUN_MILLISECONDS,
  );
