/** Whether the name is a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  return resolve(name) !== null;
}

/**
 * The time zone as `Intl` names it, which also accepts other cases and former names. Null for an offset: browsers name
 * places, and there are thousands of offsets.
 */
export function toTimeZone(name: string): string | null {
  const timeZone = resolve(name);
  return timeZone === null || /^[+-]/.test(timeZone) ? null : timeZone;
}

function resolve(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
