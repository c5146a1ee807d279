/** A bank account as shown, `CIB ****0002`; null without one. */
export const shownAccount = (bank: string | null, number: string | null): string | null =>
  bank === null ? null : `${bank} ****${number?.slice(-4)}`;

const HOUR_MILLISECONDS = 3_600_000;
const RUN_MILLISECONDS = 5 * 60_000;

/** The first hourly settlement run (`jobs.ts`) at or after a moment. */
export const firstRunFrom = (moment: Date): Date =>
  new Date(
    Math.ceil((moment.getTime() - RUN_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS +
      RUN_MILLISECONDS,
  );
