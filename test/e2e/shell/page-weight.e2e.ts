import { describe, expect, it } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { findScreenPath, measurePage, type PageWeight } from '#test/support/e2e/measure-page.ts';
import { largeLanguages, measuredPhone, measuredScreens, type PageBudget } from '#test/support/e2e/page-budgets.ts';

function listExceeded(weight: PageWeight, budget: PageBudget): string[] {
  return Object.entries(budget).flatMap(([name, limit]) => (weight[name as keyof PageBudget] <= limit ? [] : [name]));
}

function formatTable(weight: PageWeight, budget: PageBudget): string {
  const rows = Object.entries(budget).map(([name, limit]) => {
    const value = weight[name as keyof PageBudget].toFixed();
    return `${name.padEnd(12)} ${value.padStart(8)} of ${limit}`;
  });
  return `\n${rows.join('\n')}\n`;
}

describe('page weight', () => {
  it.each(measuredScreens)('$name stays within its budget', async (screen) => {
    const { signedInAs, budget } = screen;
    const page = await openPage({ ...measuredPhone, ...(signedInAs === undefined ? {} : { signedInAs }) });
    const weight = await measurePage(page, await findScreenPath(page, screen));
    expect(listExceeded(weight, budget), formatTable(weight, budget)).toEqual([]);
  });

  it.each(largeLanguages)('sign-in in %s stays within the budget of English', async (locale) => {
    const signIn = measuredScreens.find(({ name }) => name === 'sign-in');
    if (signIn === undefined) throw new Error('sign-in has no budget');
    const page = await openPage({ ...measuredPhone, locale });
    const weight = await measurePage(page, signIn.path);
    expect(listExceeded(weight, signIn.budget), formatTable(weight, signIn.budget)).toEqual([]);
  });
});
