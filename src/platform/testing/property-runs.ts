/**
 * The number of generated cases of a property test. `npm test` runs a tenth of them, at least five; `npm run test:slow` runs
 * all in the files named `*.property.test.ts`.
 */
export function propertyRuns(all: number): number {
  return process.env['PROPERTY_RUNS'] === 'all' ? all : Math.max(5, Math.ceil(all / 10));
}
