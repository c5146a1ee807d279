const HOUR_MILLISECONDS = 3_600_000;
const RUN_MILLISECONDS = 5 * 60_000;

/** Returns the time of the first hourly settlement run (`jobs.ts`) at or after a moment. */
export const firstRunFrom = (moment: Date): Date =>
  new Date(
    Math.ceil((moment.getTime() - RUN_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS +
      RUN_MILLISECONDS,
  );
