import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import { escapeStrayQuotes, parseTable } from './csv-table.ts';

/** What the parser makes of a table without our preparation. */
function parsePlain(text: string): string[][] {
  const options = { delimitersToGuess: [',', ';', '\t', '|'], skipEmptyLines: 'greedy' as const };
  const { data, errors } = Papa.parse<string[]>(text, options);
  const isOpen = errors.some(({ code }) => code === 'MissingQuotes');
  return isOpen ? Papa.parse<string[]>(text, { ...options, quoteChar: '\0' }).data : data;
}

it('reads a quote inside of a quoted cell as a character', () => {
  expect(parseTable('Date,Suit\n2024-05-01,"5" shorty", 12" tank\n', 10)).toEqual([
    ['Date', 'Suit'],
    ['2024-05-01', '5" shorty', ' 12" tank'],
  ]);
});

it('doubles only quotes that do not end a cell', () => {
  expect(escapeStrayQuotes('"a"b""c" ,d"e\n""\n"f"', { delimiter: ',', newline: '\n' })).toBe(
    '"a""b""c" ,d"e\n""\n"f"',
  );
  expect(escapeStrayQuotes('"a";"b"\t;c', { delimiter: ';', newline: '\n' })).toBe('"a";"b"\t;c');
});

it('divides any text into the same cells as the parser alone', () => {
  const piece = fc.constantFrom('"', '"', '""', ',', ';', '\t', '|', '\n', '\n', ' ', 'a', 'b,c', '"d",', '\uFEFF');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'), (pieces, newline) => {
      const text = pieces.join('').replaceAll('\n', newline);
      expect(parseTable(text, 1000)).toEqual(parsePlain(text.replace(/^\uFEFF+/, '')));
    }),
    { numRuns: propertyRuns(5000) },
  );
});
