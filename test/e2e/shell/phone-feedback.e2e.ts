import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { openLesson } from '../learning/player-steps.ts';
import { createUnpaidOrder } from '#test/support/e2e/accessibility-data.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const phone = { width: 390, height: 844 };

/** Whether the element is on the screen and nothing lies above its middle. */
const isInSight = (element: Locator) =>
  element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && found !== null && shown.contains(found);
  });

describe('feedback on a phone', () => {
  it('of a failed order is in sight of the pay button', async () => {
    const { page } = await openPageAsNewUser({ ...phone, expectedProblems: [/shop\/checkout/] });
    await page.route('**/api/shop/checkout', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { errors: [] } }) : route.continue(),
    );
    await visit(page, '/training/shop/product/2001');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const toast = page.locator('[data-part=toast]');
    await toast.waitFor();
    await expect.poll(() => isInSight(toast)).toBe(true);
    await visit(page, '/training/shop/checkout?step=pay');
    const pay = page.getByRole('button', { name: /^Pay/ });
    await pay.waitFor();
    await pay.click();
    const alert = page.getByRole('alert').locator('[data-part=callout]');
    await alert.waitFor();
    await expect.poll(() => isInSight(alert)).toBe(true);
  });

  it('of a declined card is in sight of the pay button', async () => {
    const { page, email } = await openPageAsNewUser(phone);
    await runSql("update person set country = 'GB' where email = $1", [email]);
    const { pay } = await createUnpaidOrder(page);
    await visit(page, `/pay/${pay}`);
    const form = page.locator('form', { has: page.getByRole('radio') });
    const alert = page.getByRole('alert').locator('[data-part=callout]');
    // Also when the person tries again with the first message still on the page.
    for (const attempt of [1, 2]) {
      await form.locator('label[for$="-0002"]').click();
      const submit = form.locator('button[type=submit]');
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await submit.click();
      await answer;
      await alert.waitFor();
      await expect.poll(() => isInSight(alert), { message: `attempt ${attempt}` }).toBe(true);
      await expect.poll(() => submit.getAttribute('aria-disabled')).toBeNull();
    }
  });

  it('of an answer in a lesson is above the bar', async () => {
    const { page } = await openLesson('waves', phone);
    await page.locator('[data-part=answer]', { hasText: 'carries the ball steadily' }).click();
    const feedback = page.locator('[data-part=feedback] > div');
    await feedback.waitFor();
    await expect.poll(() => isInSight(feedback)).toBe(true);
  });
});
