/**
 * Spreadsheets run a cell as a formula if it starts with one of these characters, also in their full-width forms. An
 * apostrophe in front makes it text. One more is added to a text that has apostrophes there already, so that the reader
 * can take exactly one off.
 */
const startsLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const isEscaped = /^'+[=+\-@\t\r\n＝＋－＠]/;

export function escapeCell(text: string): string {
  return startsLikeFormula.test(text) ? `'${text}` : text;
}

export function unescapeCell(cell: string): string {
  return isEscaped.test(cell) ? cell.slice(1) : cell;
}
