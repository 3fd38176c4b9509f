const january = Date.UTC(2026, 0, 15, 12);
const july = Date.UTC(2026, 6, 15, 12);
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The local day of a moment in a country, `YYYY-MM-DD`. Stored times have no time zone, so the country decides. For a
 * country with several time zones the westernmost one is used, because a form signed in the morning must count for that
 * day's dive everywhere in it. Without a known country it is UTC.
 */
export function localDayIn(country: string, moment: Date): string {
  let format = formats.get(country);
  if (format === undefined) {
    // Swedish dates have the ISO format.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: westernmostZone(country), dateStyle: 'short' });
    formats.set(country, format);
  }
  return format.format(moment);
}

function westernmostZone(country: string): string {
  const zones = /^[A-Z]{2}$/.test(country) ? (new Intl.Locale(`und-${country}`).getTimeZones() ?? []) : [];
  return zones.toSorted((a, b) => offsetOf(a) - offsetOf(b))[0] ?? 'UTC';
}

/** The sum over winter and summer orders zones that change their clocks on different days. */
function offsetOf(timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${format.format(january)}Z`) + Date.parse(`${format.format(july)}Z`);
}
