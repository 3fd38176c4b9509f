import { describe, expect, it } from 'vitest';
import { addHeldCodes } from '#test/support/e2e/held-codes.ts';
import { addLargeClass } from '#test/support/e2e/large-class.ts';
import { openPage, visit } from '#platform/testing/browser.ts';
import { searchByKeys, type SearchCase } from './search-steps.ts';

const received = '/training/forms-applications?tab=received';
const searches: readonly SearchCase[] = [
  { role: 'instructor', path: received, label: 'Search forms', parameter: 'search' },
  { role: 'staff', path: '/desk/applications', label: 'Name, number or dive center', parameter: 'search' },
  { role: 'staff', path: '/desk/orders', label: 'Search orders', parameter: 'search' },
  { role: 'staff', path: '/desk/people', label: 'Name, email or number', parameter: 'search' },
  { role: 'staff', path: '/desk/stores', label: 'Name, email or store number', parameter: 'search' },
  { role: 'staff', path: '/desk/cards', label: 'Card number, code or cardholder', parameter: 'search' },
  { role: 'staff', path: '/desk/security', label: 'Person (number or email)', parameter: 'person' },
];

/** Short lists have no search. */
const searchesOfLongLists: readonly SearchCase[] = [
  { role: 'instructor', path: '/pro/class', label: 'Find a student', parameter: 'search' },
  { role: 'instructor', path: '/training/students', label: 'Find a student', parameter: 'search', isInUrl: false },
  { role: 'instructor', path: '/pro/boat', label: 'Find a student', parameter: 'search', isInUrl: false },
  { role: 'store', path: '/pro/codes', label: 'Search codes and courses', parameter: 'search', isInUrl: false },
];

describe('the slash key', () => {
  it.each(searches)('moves to “$label” at $path ($role), and Enter searches', async (search) => {
    expect(await searchByKeys(search)).toBe('a/b');
  });

  it.each(searchesOfLongLists)('moves to “$label” at $path ($role), and Enter searches', async (search) => {
    await addLargeClass(30);
    await addHeldCodes('store@demo.test', 13);
    expect(await searchByKeys(search)).toBe('a/b');
  });
});

describe('Enter in a search of the desk', () => {
  it.each([
    ['/desk/people', 'Name, email or number', 'okafor', 'tr', /Okafor/],
    ['/desk/stores', 'Name, email or store number', 'dive', 'tr', /Dive/],
    ['/desk/cards', 'Card number, code or cardholder', 'maren', 'tr', /Maren Lindqvist/],
    ['/desk/orders', 'Search orders', 'maren', 'tr', /Maren Lindqvist/],
    ['/desk/audit', 'Subject', 'Lindqvist', 'summary', /Lindqvist/],
    ['/desk/security', 'Person (number or email)', '400008', 'summary', /Priya Raman/],
  ] as const)('moves to the first result at %s', async (path, label, text, element, result) => {
    const page = await openPage({ signedInAs: 'staff@demo.test' });
    await visit(page, path);
    await page.getByRole('searchbox', { name: label }).fill(text);
    await page.keyboard.press('Enter');
    const first = page.locator(`main :is(tbody ${element}, ol ${element})`).first();
    await first.filter({ hasText: result }).waitFor();
    await expect.poll(() => first.evaluate((found) => found === document.activeElement)).toBe(true);
  });
});
