import type { HeldCode } from '#features/learning/shared/codes-contract.ts';

export const heldCodeStates = ['free', 'shared', 'redeemed', 'expired'] as const satisfies readonly HeldCode['state'][];

/** Codes that can still be given away come first. */
export function sortHeldCodes(list: readonly HeldCode[]): HeldCode[] {
  return list.toSorted((a, b) => heldCodeStates.indexOf(a.state) - heldCodeStates.indexOf(b.state));
}

/** Matches code or course, ignoring case, spaces and dashes. */
export function searchHeldCodes(list: readonly HeldCode[], search: string): HeldCode[] {
  const plain = (text: string) => text.toLocaleLowerCase().replaceAll(/[\s-]/g, '');
  const wanted = plain(search);
  return list.filter(
    ({ couponCode, certificationName }) =>
      plain(couponCode).includes(wanted) || plain(certificationName).includes(wanted),
  );
}

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
