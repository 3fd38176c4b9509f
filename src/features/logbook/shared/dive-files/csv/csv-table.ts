import Papa from 'papaparse';
import { DiveFileError } from '../dive-file.ts';

const delimiters = [',', ';', '\t', '|'];
/** Rows by which the delimiter is chosen. */
const comparedRows = 10;
const comparedLength = 256 * 1024;
/** The most dives with an inch mark in each have fewer. */
const maxStrayQuotes = 50_000;

type Newline = '\n' | '\r' | '\r\n';

interface TableMarks {
  delimiter: string;
  newline: Newline;
}

/** The delimiter that a first line such as `sep=;` declares for spreadsheets, and the text after it. */
export function splitSeparator(text: string): { separator: string | null; content: string } {
  const line = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const separator = line?.[1] === '"' ? null : (line?.[1] ?? null);
  return { separator, content: text.slice(line?.[0].length ?? 0) };
}

/** The rows of a table, with the delimiter that it declares or that divides the first rows most evenly. */
export function parseTable(table: string, maxRows: number): string[][] {
  const { separator, content } = splitSeparator(table);
  // The parser leaves out one mark, after which a quote starts a cell.
  const text = content.replace(/^\uFEFF+/, '');
  const start = text.slice(0, comparedLength);
  const getMarks = (newline: Newline) => ({ delimiter: separator ?? guessDelimiter(start, newline), newline });
  const options = { skipEmptyLines: 'greedy' as const, preview: maxRows };
  const marks = getMarks(findNewline(withoutQuoted(start)));
  const { data, errors } = Papa.parse<string[]>(escapeStrayQuotes(text, marks), { ...options, ...marks });
  // A quote that is never closed would swallow the rows after it, so it is then read as a character.
  const isOpen = errors.some(({ code }) => code === 'MissingQuotes');
  if (!isOpen) return data;
  return Papa.parse<string[]>(text, { ...options, ...getMarks(findNewline(start)), quoteChar: '\0' }).data;
}

/** The marks of a table whose delimiter is known. */
export function findMarks(text: string, delimiter: string): TableMarks {
  return { delimiter, newline: findNewline(withoutQuoted(text.slice(0, comparedLength))) };
}

/** Line ends inside of quotes don't count. */
const withoutQuoted = (text: string) => text.replaceAll(/"[^"]*"/g, '');

function findNewline(text: string): Newline {
  return Papa.parse(text, { delimiter: ',', preview: 1, quoteChar: '\0' }).meta.linebreak as Newline;
}

function guessDelimiter(start: string, newline: Newline): string {
  let best = { delimiter: ',', changes: Number.POSITIVE_INFINITY, cells: 0 };
  for (const delimiter of delimiters) {
    const marks = { delimiter, newline };
    const escaped = escapeStrayQuotes(start, marks, Number.POSITIVE_INFINITY);
    const { data } = Papa.parse<string[]>(escaped, { ...marks, skipEmptyLines: 'greedy', preview: comparedRows });
    const counts = data.map((row) => row.length);
    const cells = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const changes = counts.reduce((sum, count, index) => sum + Math.abs(count - (counts[index - 1] ?? count)), 0);
    const isBetter = changes < best.changes || (changes === best.changes && cells > best.cells);
    if (cells > 1.99 && isBetter) best = { delimiter, changes, cells };
  }
  return best.delimiter;
}

/**
 * Doubles the quotes inside of quoted cells that don't end the cell, which changes nothing about its content. The parser
 * otherwise creates an error for each and looks at all spaces before the end of the line, so that a file of 8 MB takes hours.
 */
export function escapeStrayQuotes(text: string, { delimiter, newline }: TableMarks, limit = maxStrayQuotes): string {
  const cellEnd = new RegExp(String.raw`\s*?(?:[${delimiter.replace(/[\]\\^-]/, String.raw`\$&`)}]|${newline})`, 'y');
  const pieces: string[] = [];
  let copied = 0;
  let isQuoted = false;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    if (!isQuoted) {
      isQuoted = quote === 0 || text[quote - 1] === delimiter || text.endsWith(newline, quote);
      continue;
    }
    if (text[quote + 1] === '"') {
      quote++;
      continue;
    }
    cellEnd.lastIndex = quote + 1;
    if (cellEnd.test(text)) {
      isQuoted = false;
      quote = cellEnd.lastIndex - 1;
    } else if (quote < text.length - 1) {
      pieces.push(text.slice(copied, quote), '"');
      copied = quote;
      if (pieces.length > limit * 2) throw new DiveFileError('malformed', 'the table has too many misplaced quotes');
    }
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}
