import { describe, expect, it } from 'vitest';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { findQuestion, answerQuestion } from '#test/support/e2e/learning-answers.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import {
  press,
  number,
  isSaved,
  openLesson,
  entitle,
  courseText,
  attemptOf,
  answerAll,
  lessonOf,
  demo,
} from './player-steps.ts';

describe('lesson', () => {
  it('reads from right to left in Arabic without mirroring drawings', async () => {
    const { page } = await openLesson('current', { language: 'ar-SA' });
    await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    // The drawing is not mirrored.
    const places = await page.locator('li:has(> [data-part="spot"])').evaluateAll((pins) =>
      pins.map((pin) => {
        const { left = 0, width = 1 } = pin.closest('[data-part="hotspot"]')?.getBoundingClientRect() ?? {};
        const box = pin.getBoundingClientRect();
        const drawn = Number.parseFloat((pin as HTMLElement).style.insetInlineStart);
        return Math.abs(((box.left + box.width / 2 - left) / width) * 100 - drawn);
      }),
    );
    expect(places).toHaveLength(4);
    expect(Math.max(...places)).toBeLessThan(1);
    await visit(page, lessonOf('tides'));
    const slack = page.locator('.fig text', { hasText: 'سكون الماء' });
    expect(await slack.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
    expect(await page.locator('.fig text', { hasText: 'water' }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /Contents|المحتوى|المحتويات/ }).click();
    await page.getByRole('dialog').waitFor();
  });
});

describe('course without a translation', () => {
  it.each([
    ['iw-IL', 'he-IL', 'rtl', 'אנגלית'],
    ['ms-MY', 'ms-MY', 'ltr', 'Inggeris'],
  ])('is shown in English with one notice, in %s', async (language, lang, dir, english) => {
    const { page } = await openLesson('visibility', { language, losesNetwork: true });
    const expectNotice = async () => {
      await page.locator('[data-part="language-notice"]').getByText(english).waitFor();
      expect(await page.locator('[data-part="language-notice"]').count()).toBe(1);
    };
    const languageOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => [node.closest('[lang]')?.getAttribute('lang'), getComputedStyle(node).direction]);
    await expectNotice();
    expect(await languageOf('html')).toEqual([lang, dir]);
    expect(await languageOf('article p')).toEqual(['en-US', 'ltr']);
    expect(await languageOf('[data-part="panel"] h2')).toEqual(['en-US', 'ltr']);
    // The controls of a question are in the page's language.
    expect((await languageOf('[data-part="grip"]'))[0]).toBe(lang);

    await visit(page, '/training/course/demo-reading-the-water');
    await expectNotice();
    expect(await languageOf('h1 bdi')).toEqual(['en-US', 'ltr']);
    expect(await languageOf('details li [lang]')).toEqual(['en-US', 'ltr']);
    await visit(page, `${demo}?review=water`);
    await expectNotice();

    const next = page.waitForResponse(/lessons\/water\/current/);
    await visit(page, lessonOf('tides'));
    await (await next).finished();
    expect(await languageOf('[data-part="pair"] option')).toEqual([lang, dir]);
    await page.context().setOffline(true);
    // An uncached request fails, which shows that the page is offline.
    await page.evaluate(() => fetch('/livez', { cache: 'no-store' }).catch(() => undefined));
    await page.getByRole('link', { name: 'Water that is going somewhere' }).first().click();
    await page.locator('[data-part="spot"]').first().waitFor();
    await expectNotice();
    expect(await languageOf('article p')).toEqual(['en-US', 'ltr']);
  });
});

describe('quiz or exam', () => {
  it('loses nothing when the network fails during a quiz', async () => {
    const { page, email } = await openPageAsNewUser({ losesNetwork: true });
    await entitle(email, 'peak-buoyancy', false);
    const section = courseText('peak-buoyancy').sections[0]?.id ?? '';
    await visit(page, `/training/content/peak-buoyancy?quiz=${section}`);
    await press(page, 'Start');
    await number(page, 'Question 1 of 6').waitFor();
    const attempt = await attemptOf(email);
    const first = findQuestion(courseText('peak-buoyancy'), attempt?.questions[0] ?? '');
    if (attempt === undefined || first === undefined) throw new Error('no question');
    await answerQuestion(
      page,
      presentQuestion(first, attempt.id).question,
      presentQuestion(first, attempt.id).key.right,
    );
    await expect.poll(async () => Object.keys((await attemptOf(email))?.answers ?? {}).length).toBe(1);

    await page.context().setOffline(true);
    await press(page, 'Next question');
    await answerAll(page, email, 'peak-buoyancy', true, 1);
    await page.locator('[data-part=save-state]:visible').getByText('Saved on this device').waitFor();
    await press(page, 'Submit answers');
    await page.getByText('Submit them when you’re back online').waitFor();
    expect(Object.keys((await attemptOf(email))?.answers ?? {})).toHaveLength(1);

    await page.context().setOffline(false);
    await isSaved(page);
    expect(Object.keys((await attemptOf(email))?.answers ?? {})).toHaveLength(6);
    await press(page, 'Submit answers');
    await page.getByRole('heading', { name: 'Quiz passed' }).waitFor();
    await page.getByText('6 of 6 correct').waitFor();
  });

  it('explains how to get the course without an entitlement', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/403/] });
    await visit(page, '/training/content/enriched-air?lesson=gas/the-gas');
    await expect(page).toShow(
      '/training/content/enriched-air?lesson=gas/the-gas',
      'You don’t have access to this course yet',
    );
    expect(await page.getByRole('link', { name: 'Redeem a code' }).count()).toBe(1);
  });
});
