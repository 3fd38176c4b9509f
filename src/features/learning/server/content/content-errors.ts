/** What is wrong in the files of a course, each with its file and line: an author mends them all at once. */
export class ContentErrors {
  readonly list: string[] = [];

  add(file: string, line: number | undefined, problem: string): void {
    this.list.push(`${file}:${line ?? 1}: ${problem}`);
  }
}
