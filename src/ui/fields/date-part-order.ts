const dateParts = ['day', 'month', 'year'] as const;
export type DatePart = (typeof dateParts)[number];

/** The order of day, month and year in a locale. */
export function getDatePartOrder(tag: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric', year: 'numeric' }).formatToParts();
  return parts
    .map((part) => part.type)
    .filter((type): type is DatePart => (dateParts as readonly string[]).includes(type));
}
