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

/** The day in Cairo at a moment, `YYYY-MM-DD`. */
export function cairoDay(moment: Date): string {
  const { year, month, day } = wallClock(moment);
  return `${year}-${month}-${day}`;
}

/** The minute in Cairo at a moment, `YYYY-MM-DD HH:MM`. */
export function cairoMinute(moment: Date): string {
  const { year, month, day, hour, minute } = wallClock(moment);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** The offset of Cairo's clock from UTC at a moment, in milliseconds. */
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

/** When a day begins in Cairo (its first existing moment, when daylight saving time skips midnight). */
export function startOfCairoDay(day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offsets a few hours before and after midnight bracket a change.
  const candidates = [-6, 6].map((hours) => midnight - offsetAt(new Date(midnight + hours * 3_600_000)));
  const fitting = candidates.map((time) => new Date(time)).filter((moment) => cairoDay(moment) === day);
  const earliest = fitting.sort((a, b) => a.getTime() - b.getTime())[0];
  return earliest ?? new Date(Math.max(...candidates));
}

/** The day after, `YYYY-MM-DD`. */
export function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The half-open range of the Cairo days `from` to `to` (both included); missing ends stay undefined. */
export function cairoRange(from: string | undefined, to: string | undefined) {
  return {
    from: from === undefined ? undefined : startOfCairoDay(from),
    before: to === undefined ? undefined : startOfCairoDay(nextDay(to)),
  };
}
