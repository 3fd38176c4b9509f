const segment = '[A-Za-z0-9][A-Za-z0-9._-]{0,199}';
const fileKeyPattern = new RegExp(`^${segment}(/${segment}){0,7}$`);

/** Keys are made by our own code; one that could leave its folder is a defect or an attack. */
export function assertFileKey(key: string): void {
  if (!fileKeyPattern.test(key)) throw new Error(`not the key of a file: ${JSON.stringify(key.slice(0, 100))}`);
}
