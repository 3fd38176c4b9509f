import type { HeldCode } from '#features/learning/shared/codes-contract.ts';

/** Starts with a byte order mark, so spreadsheets read it as UTF-8. */
export function formatCodesCsv(codes: readonly HeldCode[], head: readonly string[]): string {
  const rows = codes.map(({ couponCode, certificationName, expiresDate }) => [
    couponCode,
    certificationName,
    expiresDate?.slice(0, 10) ?? '',
  ]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(escapeCsvCell).join(',')).join('\r\n')}\r\n`;
}

/** Prefixes cells that a spreadsheet would evaluate as a formula. */
function escapeCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
