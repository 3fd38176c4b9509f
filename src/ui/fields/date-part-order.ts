const dateParts = ['day', 'month', 'year'] as const;
export type DatePart = (typeof dateParts)[number];

/** The order in which a language writes a date. */
export function getDatePartOrder(tag: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric', year: 'numeric' }).formatToParts();
  return parts
    .map((part) => part.type)
    .filter((type): type is DatePart => (dateParts as readonly string[]).includes(type));
}
