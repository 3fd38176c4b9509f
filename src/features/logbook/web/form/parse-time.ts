/** Parses 17:05, 1705, 5.05 pm or 17h05 to `HH:MM`; null if it is no time of day. */
export function parseTime(text: string): string | null {
  const found = /^(\d{1,2})\s*(?:[:.,h]\s*)?(\d{2})\s*([ap])?\.?(m\.?)?$/i.exec(text.trim());
  if (found === null) return null;
  const [, hour = '', minute = '', half] = found;
  const isAfternoon = half?.toLowerCase() === 'p';
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return null;
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** The time of day some minutes earlier, across midnight; empty for a duration that is no dive's. */
export function subtractMinutes(time: string, minutes: number): string {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes >= 1_440) return '';
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return formatMinutes((hour * 60 + minute - minutes + 1_440) % 1_440);
}

export function formatMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
