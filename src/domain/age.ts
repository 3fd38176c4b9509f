import { toIsoDate } from '#platform/shared/dates.ts';

const adultAge = 18;

/** Full years on that day. A person born on 29 February turns a year older on 1 March of a common year. */
export function ageOn(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years;
}

/** Under 18 on that day. A person without a birthdate isn't a minor. */
export function isMinor(birthdate: string | null, today: string): boolean {
  return birthdate !== null && ageOn(birthdate, today) < adultAge;
}

/** The first day on which a person is not a minor. A person born on 29 February comes of age on 1 March. */
export function getAdultDate(birthdate: string): string {
  const [year = 0, month = 1, day = 1] = birthdate.split('-').map(Number);
  return toIsoDate(new Date(Date.UTC(year + adultAge, month - 1, day)));
}
