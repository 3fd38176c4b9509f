import { expect, it } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { findScreenPath, measurePage } from '#test/support/e2e/measure-page.ts';
import { maxLayoutShift, measuredPhone, measuredScreens } from '#test/support/e2e/page-budgets.ts';

it.each(measuredScreens)('$name hardly moves while it loads', async (screen) => {
  const { signedInAs } = screen;
  const page = await openPage({ ...measuredPhone, ...(signedInAs === undefined ? {} : { signedInAs }) });
  const { cls } = await measurePage(page, await findScreenPath(page, screen));
  expect(cls).toBeLessThanOrEqual(maxLayoutShift);
});
