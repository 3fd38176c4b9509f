import { guessColumns } from './csv-mapping.ts';
import { parseTable } from './csv-table.ts';
import type { ReadWarning } from '../dive-file.ts';
import { decodeText } from '../text-encoding.ts';
import { addWarning } from '../warnings.ts';

/** The first is taken if several fit as well. */
const codePages =
  'windows-1252 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-874 shift_jis gb18030 big5 euc-kr'.split(
    ' ',
  );
const examinedBytes = 4096;
const examinedRows = 10;

/**
 * The text of a table. Spreadsheets on Windows save in the code page of their language, which no file names: of the
 * code pages, the one in which most headers are recognized is taken.
 */
export function decodeTable(bytes: Uint8Array, warnings: ReadWarning[]): string {
  const found: ReadWarning[] = [];
  const text = decodeText(bytes, found);
  const wrong = found.find(({ code }) => code === 'wrong-encoding');
  if (wrong === undefined) return text;
  if (wrong.value === 'utf-8') {
    addWarning(warnings, 'encoding', 'wrong-encoding', wrong.value);
    return text;
  }
  let best = { page: codePages[0] ?? '', score: -1 };
  for (const page of codePages) {
    const score = countColumns(new TextDecoder(page).decode(bytes.subarray(0, examinedBytes)));
    if (score > best.score) best = { page, score };
  }
  addWarning(warnings, 'encoding', 'wrong-encoding', best.page);
  return new TextDecoder(best.page).decode(bytes);
}

function countColumns(text: string): number {
  return guessColumns(parseTable(text, examinedRows))?.columns.filter(({ field }) => field !== null).length ?? 0;
}
