import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { findSection } from '#test/support/e2e/find-section.ts';
import { instructor, store, statusPattern, runa, enrollRuna, open, rowOf } from './professionals-steps.ts';

/** One demo student is ready until a test certifies her. */
const boardTitle = /ready|in progress/;

describe("professionals' home page", () => {
  it("shows an instructor's open tasks with links", async () => {
    await enrollRuna();
    const requested: string[] = [];
    const page = await openPage({ signedInAs: instructor });
    page.on('request', (request) => requested.push(request.postData() ?? ''));
    await visit(page, '/training/dashboard');
    await page.getByRole('link', { name: 'Pro home' }).click();
    await expect(page).toShow('/pro', statusPattern);
    expect(await page.locator('main :is(a, button).bg-accent').count()).toBe(1);
    const workLinks = page.locator('[data-part=sidebar] ul').first().getByRole('link');
    expect((await workLinks.allInnerTexts()).join(', ')).toBe(
      'Pro home, Students, Class board, Verify dives, Boat list, Guests, Codes, Applications',
    );
    await findSection(page, 'Today')
      .getByRole('link', { name: /dives? to verify/ })
      .waitFor();
    expect(await page.locator('main h2').first().innerText()).toBe('Today');
    await findSection(page, 'Students').getByText('Runa Holt').first().waitFor();
    await findSection(page, 'Dives to verify').waitFor();
    await findSection(page, 'Applications to review').waitFor();
    await findSection(page, 'Forms').getByText('signed', { exact: true }).waitFor();
    await findSection(page, 'Access codes')
      .getByText(/available code/)
      .waitFor();
    expect(
      await findSection(page, 'Resources for professionals').getByRole('link').first().getAttribute('href'),
    ).toMatch(/^https:/);
    // The professionals' host is a different one.
    expect(requested.filter((query) => query.includes('memberStatus'))).toEqual([]);
    await findSection(page, 'Students')
      .getByRole('link', { name: /^Class board/ })
      .click();
    await expect(page).toShow('/pro/class', boardTitle);
  });
});

describe('class board', () => {
  it('shows an instructor what each student is missing', async () => {
    await enrollRuna();
    const page = await open('/pro/class', instructor);
    await expect(page).toShow('/pro/class', boardTitle);
    const texts = await rowOf(page, 'Runa Holt').innerText();
    expect(texts).toMatch(/60\/60 lessons/);
    expect(texts).toMatch(/21 skills to sign off[^]*4 dives to go[^]*No approved profile photo/);
    expect(texts).not.toMatch(/Forms not signed|Final exam not passed/);
    expect(await rowOf(page, 'Samuel Osei').innerText()).toMatch(/Minor[^]*Forms not signed[^]*53 lessons to go/);
    await page.getByRole('link', { name: /^Ready \d/ }).click();
    await expect(page).toShow('/pro/class?show=ready', boardTitle);
    await expect.poll(() => rowOf(page, 'Runa Holt').count()).toBe(0);
    await page.getByRole('link', { name: /^In progress/ }).click();
    await page.getByRole('link', { name: 'Runa Holt' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/training/instructor/eRecord/${runa}/open-water`);
  });
});

describe('boat list', () => {
  it('excludes divers who are not fit on the day', async () => {
    await enrollRuna();
    const page = await open('/pro/boat', store);
    await page.getByRole('checkbox', { name: /^Runa Holt/ }).check();
    await page
      .locator('.boat-sheet')
      .getByRole('row', { name: /^Runa Holt/ })
      .waitFor();
    await page.getByLabel('Date').fill('2099-06-01');
    await page.locator('.boat-dry').getByText('Runa Holt: No valid medical').waitFor();
    expect(
      await page
        .locator('.boat-sheet')
        .getByRole('row', { name: /^Runa Holt/ })
        .count(),
    ).toBe(0);
    await page.getByText('No one on this list can dive today.').waitFor();
  });
});
