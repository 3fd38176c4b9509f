const segment = '[A-Za-z0-9][A-Za-z0-9._-]{0,199}';
const fileKeyPattern = new RegExp(`^${segment}(/${segment}){0,7}$`);

/** Rejects keys that could leave the folder of the store. */
export function assertFileKey(key: string): void {
  if (!fileKeyPattern.test(key)) throw new Error(`invalid file key: ${JSON.stringify(key.slice(0, 100))}`);
}
