/** Prints a measured value with its limit. A value beyond the limit makes the run fail. */
export function report(line: string, value: number, limit: number): void {
  console.log(`${line} (at most ${limit})${check(value <= limit)}`);
}

export function reportLeast(line: string, value: number, limit: number): void {
  console.log(`${line} (at least ${limit})${check(value >= limit)}`);
}

function check(isMet: boolean): string {
  if (isMet) return '';
  process.exitCode = 1;
  return ' FAILED';
}
