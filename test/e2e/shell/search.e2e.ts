import { describe, expect, it } from 'vitest';
import { searchByKeys, type SearchCase } from './search-steps.ts';

// Other searches are in search.slow.e2e.ts.
const searches: readonly SearchCase[] = [
  { role: 'diver', path: '/training/shop', label: 'Search the shop', parameter: 'search' },
  // Folded away until it is used.
  { role: 'diver', path: '/logbook/list', label: 'Search your dives', parameter: 'search' },
  { role: 'instructor', path: '/pro/applications', label: 'Search applications', parameter: 'search' },
  { role: 'staff', path: '/desk/audit', label: 'Subject', parameter: 'subject' },
];

describe('the slash key', () => {
  it.each(searches)('moves to “$label” at $path ($role), and Enter searches', async (search) => {
    expect(await searchByKeys(search)).toBe('a/b');
  });
});
