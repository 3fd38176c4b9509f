/** Collects all errors in the files of a course with file and line, so an author can fix them in one pass. */
export class ContentErrors {
  readonly list: string[] = [];

  add(file: string, line: number | undefined, problem: string): void {
    this.list.push(`${file}:${line ?? 1}: ${problem}`);
  }
}
