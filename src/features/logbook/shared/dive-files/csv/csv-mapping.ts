import { headerWords, type HeaderIdea } from './csv-words.ts';

export const csvFields = [
  'number',
  'date',
  'time',
  'duration',
  'maxDepth',
  'avgDepth',
  'waterTemp',
  'airTemp',
  'startPressure',
  'endPressure',
  'cylinderSize',
  'oxygen',
  'helium',
  'site',
  'location',
  'country',
  'latitude',
  'longitude',
  'gps',
  'buddy',
  'divemaster',
  'notes',
  'visibility',
  'weight',
  'suit',
  'tags',
  'computer',
] as const;
export type CsvField = (typeof csvFields)[number];

/** What a column means. A screen can show and change it. */
export interface CsvColumn {
  field: CsvField | null;
  /** Counts from 0, for spreadsheets with several cylinders. */
  cylinder: number;
}

export interface CsvMapping {
  headerRow: number;
  columns: CsvColumn[];
  dateOrder: DateOrder;
  decimal: '.' | ',';
  depthUnit: 'm' | 'ft';
  pressureUnit: 'bar' | 'psi';
  temperatureUnit: 'C' | 'F';
  weightUnit: 'kg' | 'lb';
  durationUnit: 'min' | 's';
  /** How `1:05` is meant. */
  clockUnit: 'h:min' | 'min:s';
}

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** Some exports begin with lines about the diver or the computer. */
const maxHeaderRow = 40;
const maxNamedColumns = 100;

/** Accents are dropped, but letters that only look like marks in other scripts stay. */
export function normalizeWord(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll(/[øö]/g, 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .trim();
}

const ideas = (Object.entries(headerWords) as [HeaderIdea, string][]).map(([idea, words]) => ({
  idea,
  words: words.split('|').map((text) => toHeaderWord(normalizeWord(text))),
}));

interface HeaderWord {
  text: string;
  /** Phrases, and words of scripts without spaces between words. */
  isPhrase: boolean;
}

function toHeaderWord(text: string): HeaderWord {
  return { text, isPhrase: /\p{Lo}/u.test(text) || text.includes(' ') };
}

/** The deepest point rather than another depth. */
const mostWords = /max|mass?im|maks|макс|最大|최대|μεγ|สูงสุด|أقصى|מקס|מרבי/;

const waterWords = /water|wasser|\beau\b|acqua|\bagua\b|wody|vody|vode|воды|νερ|水|수온|ماء|מים|น้ำ|\bsu\b/;
const leastWords = /\bmin|mín|lowest|niedrigst|最低|최저/;

/** Fields by the ideas in a header; the first that fits is used. */
const rules: [CsvField | null, (has: (idea: HeaderIdea) => boolean) => boolean][] = [
  [null, (has) => has('surface')],
  ['avgDepth', (has) => has('depth') && has('average')],
  ['maxDepth', (has) => has('depth')],
  ['airTemp', (has) => has('temperature') && has('air')],
  ['waterTemp', (has) => has('temperature')],
  ['startPressure', (has) => (has('pressure') || has('cylinder')) && has('start')],
  ['endPressure', (has) => (has('pressure') || has('cylinder')) && has('end')],
  ['duration', (has) => has('duration')],
];

/** Ideas that are a field on their own. */
const ownFields: Partial<Record<HeaderIdea, CsvField>> = {
  number: 'number',
  date: 'date',
  time: 'time',
  cylinder: 'cylinderSize',
  oxygen: 'oxygen',
  helium: 'helium',
  site: 'site',
  location: 'location',
  country: 'country',
  latitude: 'latitude',
  longitude: 'longitude',
  gps: 'gps',
  buddy: 'buddy',
  guide: 'divemaster',
  notes: 'notes',
  visibility: 'visibility',
  weight: 'weight',
  suit: 'suit',
  tags: 'tags',
  computer: 'computer',
};

/** Finds the header row and what its columns mean; null if no row looks like the header of a logbook. */
export function guessColumns(rows: readonly (readonly string[])[]): { headerRow: number; columns: CsvColumn[] } | null {
  let best: { headerRow: number; columns: CsvColumn[]; score: number } | null = null;
  for (const [headerRow, row] of rows.slice(0, maxHeaderRow).entries()) {
    const columns = assignColumns(row);
    const fields = new Set(columns.map(({ field }) => field));
    const score = columns.filter(({ field }) => field !== null).length;
    const isLogbook = score >= 2 && ['date', 'maxDepth', 'duration'].some((field) => fields.has(field as CsvField));
    if (isLogbook && score > (best?.score ?? 0)) best = { headerRow, columns, score };
  }
  return best;
}

/** Two columns never get the same field; the better match wins. */
function assignColumns(headers: readonly string[]): CsvColumn[] {
  const columns: CsvColumn[] = headers.map(() => ({ field: null, cylinder: 0 }));
  const guesses = headers
    .slice(0, maxNamedColumns)
    .map((header, index) => ({ index, ...guessColumn(header) }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const taken = new Set<string>();
  for (const { index, field, cylinder } of guesses) {
    const key = `${field} ${cylinder}`;
    if (field === null || taken.has(key)) continue;
    taken.add(key);
    columns[index] = { field, cylinder };
  }
  return columns;
}

const perCylinder = new Set<CsvField | null>(['startPressure', 'endPressure', 'cylinderSize', 'oxygen', 'helium']);

function guessColumn(header: string): CsvColumn & { score: number } {
  // Ø is the sign of an average, and a letter of Danish words.
  const words = header.slice(0, 100).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const text = normalizeWord(words.replace(/(?:^|\s)[Øø⌀∅](?=\s)/, ' average'));
  if (text === '' || /^(?:number|no\.?|nr\.?) of (?!dive)/.test(text)) return { field: null, cylinder: 0, score: 0 };
  const named = text.replaceAll(/[([{].*?[)\]}]/g, ' ').trim() || text;
  // In Malay and Indonesian, "air" is water.
  const bare = named.replace(/\bsuhu air\b/, 'suhu');
  const tokens = new Set(bare.split(/[^\p{L}\p{M}\p{N}#]+/u).filter((token) => token !== ''));
  const parts = { header: bare, tokens, lines: [...tokens].join('\n') };
  const scores = new Map(ideas.map(({ idea, words }) => [idea, scoreIdea(words, parts)] as const));
  const has = (idea: HeaderIdea) => (scores.get(idea) ?? 0) > 0;
  const rule = rules.find(([, fits]) => fits(has));
  const own = [...scores]
    .filter(([idea, score]) => ownFields[idea] !== undefined && score > 0)
    .toSorted((a, b) => b[1] - a[1])[0];
  const field = rule === undefined ? own && ownFields[own[0]] : rule[0];
  // A percentage of oxygen says more than the name of a gas.
  const isGasName = field === 'oxygen' && /^(?:gas|gaz|mix|ga[sz] (?:mix|type))/.test(bare);
  const ownScore = isGasName ? 1 : (own?.[1] ?? 0);
  const score = rule === undefined ? ownScore : 100 - bare.length / 100 + rateExtreme(field ?? null, bare);
  const cylinder = Number(/(?:^|[^a-z\d])(\d)\s*\)?\s*(?:[[(].*)?$/.exec(text.replace('o2', 'o'))?.[1] ?? 1) - 1;
  return { field: field ?? null, cylinder: perCylinder.has(field ?? null) ? Math.max(cylinder, 0) : 0, score };
}

/** Of several depths the greatest is meant, of several temperatures the lowest. */
function rateExtreme(field: CsvField | null, header: string): number {
  const isMost = mostWords.test(header);
  if (field === 'waterTemp')
    return (isMost ? -1 : Number(leastWords.test(header))) + Number(waterWords.test(header)) / 2;
  return Number(isMost);
}

interface HeaderParts {
  header: string;
  tokens: ReadonlySet<string>;
  /** The tokens in lines, because one search in all of them takes less than one in each. */
  lines: string;
}

/** A word that is the whole header counts most, then longer words. */
function scoreIdea(words: readonly HeaderWord[], parts: HeaderParts): number {
  let best = 0;
  for (const word of words) {
    if (parts.header === word.text) best = Math.max(best, 100 + word.text.length);
    else if (word.text.length > best && containsWord(word, parts)) best = word.text.length;
  }
  return best;
}

function containsWord({ text: word, isPhrase }: HeaderWord, { header, tokens, lines }: HeaderParts): boolean {
  if (isPhrase) return word.length > 1 && header.includes(word);
  // "temp" is short for temperature in most languages, but "temps" and "tempo" are time and "tempat" is a place.
  if (word === 'temp') return /temp(?!s|o|at)/.test(lines);
  if (word.length > 4) return lines.includes(word);
  const isModifier = word === 'avg' || word === 'air' || word === 'end';
  return tokens.has(word) || (isModifier && `\n${lines}`.includes(`\n${word}`));
}
