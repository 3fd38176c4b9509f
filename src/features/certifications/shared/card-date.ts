const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Formats 2026-02-03 as 03-FEB-2026. */
export function toCardDate(isoDate: string): string {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  return `${day}-${months[Number(month) - 1]}-${year}`;
}

/** Parses 03-FEB-2026 in any case as 2026-02-03, independently of locale; null if it is no calendar day. */
export function fromCardDate(cardDate: string): string | null {
  const [, day = '', name = '', year = ''] = /^(\d{2})-([A-Za-z]{3})-(\d{4})$/.exec(cardDate) ?? [];
  const month = months.indexOf(name.toUpperCase());
  if (month === -1) return null;
  const date = new Date(Date.UTC(Number(year), month, Number(day)));
  const isDay = date.getUTCMonth() === month && date.getUTCDate() === Number(day) && Number(year) >= 1900;
  return isDay ? date.toISOString().slice(0, 10) : null;
}

/** Only cards with a real date that is not in the future are shown. */
export function isPastCardDate(certDate: string, today: string): boolean {
  const date = fromCardDate(certDate);
  return date !== null && date <= today;
}
