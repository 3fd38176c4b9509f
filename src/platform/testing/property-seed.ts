import { configureGlobal } from 'fast-check';

// `scripts/test.ts` gives one seed for each commit, so that a property that fails for a case fails for everybody.
const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
