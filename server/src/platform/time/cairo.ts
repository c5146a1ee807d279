/** Calendar days in Africa/Cairo, with daylight saving time. */
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Cairo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function wallClock(moment: Date): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** Returns the day in Cairo at a moment, `YYYY-MM-DD`. */
export function cairoDay(moment: Date): string {
  const { year, month, day } = wallClock(moment);
  return `${year}-${month}-${day}`;
}

/** Returns the minute in Cairo at a moment, `YYYY-MM-DD HH:MM`. */
export function cairoMinute(moment: Date): string {
  const { year, month, day, hour, minute } = wallClock(moment);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** Returns the day and hour on Cairo's clock at a moment. */
export function cairoHour(moment: Date): { day: string; hour: number } {
  const { year, month, day, hour } = wallClock(moment);
  return { day: `${year}-${month}-${day}`, hour: Number(hour) };
}

/** Returns the offset of Cairo's clock from UTC at a moment, in milliseconds. */
function offsetAt(moment: Date): number {
  const { year, month, day, hour, minute, second } = wallClock(moment);
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return wall - Math.floor(moment.getTime() / 1000) * 1000;
}

/** Returns when a day begins in Cairo (its first existing moment, if daylight saving time skips midnight). */
export const startOfCairoDay = (day: string): Date => cairoMomentOf(day, 0);

/**
 * Returns when Cairo's clock shows a full hour of a day: the first time if the clock is set back to it, and the first
 * moment after the gap if it is set forward over it.
 */
export function cairoMomentOf(day: string, hour: number): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  // The offsets a few hours before and after bracket a change.
  const candidates = [-6, 6].map((hours) => wall - offsetAt(new Date(wall + hours * 3_600_000)));
  const shows = (moment: Date) => {
    const shown = cairoHour(moment);
    return shown.day === day && shown.hour === hour;
  };
  const fitting = candidates.map((time) => new Date(time)).filter(shows);
  const earliest = fitting.sort((a, b) => a.getTime() - b.getTime())[0];
  if (earliest) return earliest;
  // Skipped: the clock moves forward by an hour, at the moment that would have been the skipped hour before the change.
  return new Date(Math.max(...candidates));
}

/** Returns the day after, or `days` later, `YYYY-MM-DD`. */
export function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the half-open range of the Cairo days `from` to `to` (both included); missing ends stay undefined. */
export function cairoRange(from: string | undefined, to: string | undefined) {
  return {
    from: from === undefined ? undefined : startOfCairoDay(from),
    before: to === undefined ? undefined : startOfCairoDay(nextDay(to)),
  };
}
