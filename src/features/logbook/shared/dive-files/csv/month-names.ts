import { normalizeWord } from './csv-mapping.ts';

/** In our languages, from the browser's or server's own data. */
const languages = 'en nl fr de it es cs da el fi hr hu id nb pl pt ru sv tr ms fil ar he th'.split(' ');

interface Names {
  /** Months by name, for each language that has it: "listopad" is October in Croatian and November in Czech. */
  months: Map<string, Map<string, number>>;
  /** "mar" is also a Tuesday in French and Italian. */
  weekdays: Set<string>;
  /** Languages that write a day with a point. */
  pointed: Set<string>;
}

let names: Names | undefined;

function getNames(): Names {
  if (names !== undefined) return names;
  names = { months: new Map(), weekdays: new Set(), pointed: new Set() };
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      // With a day, some languages use another case of the name.
      for (const day of [{}, { day: 'numeric' as const }]) addMonths(names, language, { month: style, ...day });
      const format = createFormat(language, { weekday: style });
      for (let day = 1; day <= 7; day++) names.weekdays.add(toName(format.format(Date.UTC(2024, 0, day))));
    }
  return names;
}

function addMonths({ months, pointed }: Names, language: string, options: Intl.DateTimeFormatOptions): void {
  const format = createFormat(language, options);
  for (let index = 0; index < 12; index++) {
    const parts = format.formatToParts(Date.UTC(2024, index, 1));
    const name = toName(parts.find(({ type }) => type === 'month')?.value ?? '');
    if (/\d/.test(name)) continue;
    let found = months.get(name);
    if (found === undefined) months.set(name, (found = new Map()));
    found.set(language, index + 1);
    if (parts[0]?.type === 'day' && parts[1]?.value.startsWith('.')) pointed.add(language);
  }
}

function createFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' });
}

const toName = (text: string) => normalizeWord(text).replaceAll('.', '');
const toTokens = (text: string) => normalizeWord(text.slice(0, 60)).split(/[\s,./-]+/);

/** The word of a date that names the month. A weekday counts only if no other word can be a month. */
function findMonthName(text: string): string | undefined {
  const { months, weekdays } = getNames();
  const found = toTokens(text).filter((token) => months.has(token));
  return found.find((token) => !weekdays.has(token)) ?? found.at(-1);
}

/** The month that a date names; null if it names none, or if languages differ and nothing decides between them. */
export function findMonth(text: string, spoken: ReadonlySet<string> | null = null): number | null {
  const name = findMonthName(text);
  if (name === undefined) return null;
  const { months, pointed } = getNames();
  const all = [...(months.get(name) ?? [])];
  // Croatian has "12. listopada" and Polish "12 listopada".
  const isPointed = /\d\.\s/.test(text);
  const filters: ((language: string) => boolean)[] = [
    () => true,
    (language) => spoken?.has(language) ?? true,
    (language) => !isPointed || pointed.has(language),
    (language) => (spoken?.has(language) ?? true) && (!isPointed || pointed.has(language)),
  ];
  for (const fits of filters) {
    const candidates = new Set(all.filter(([language]) => fits(language)).map(([, month]) => month));
    const [month] = candidates;
    if (month !== undefined && candidates.size === 1) return month;
  }
  return null;
}

/** The languages in which most dates of a column name a month; null if none does. */
export function findLanguages(dates: Iterable<string>): ReadonlySet<string> | null {
  const { months } = getNames();
  const counts = new Map<string, number>();
  for (const date of dates)
    for (const language of months.get(findMonthName(date) ?? '')?.keys() ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return most === 0 ? null : new Set([...counts].filter(([, count]) => count === most).map(([language]) => language));
}
