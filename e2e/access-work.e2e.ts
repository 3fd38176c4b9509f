import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage } from '../src/platform/testing/browser.ts';
import { clearDeskWork, makeDeskWork, makeSomebody } from './access-made.ts';
import { pagesOf } from './access-pages.ts';
import { runSql } from './database.ts';
import { locales, speak, walk, walkMs } from './walk.ts';

describe('everybody can use', () => {
  it.each(['guardian', 'instructor', 'store'] as const)('what a %s sees', { timeout: walkMs }, async (role) => {
    const email = `${role}@demo.test`;
    onTestFinished(() => speak(email, 'en-US'));
    const [application] = await runSql<{ id: string }>(
      "select id::text from application where instructor_id = 400005 and state = 'SubmittedToInstructor' limit 1",
    );
    const page = await openPage({ signedInAs: email });
    for (const locale of locales) {
      await speak(email, locale);
      expect(await walk(page, pagesOf[role], { locale, made: { review: application?.id ?? '' } })).toEqual([]);
    }
  });

  it('the desk', { timeout: walkMs }, async () => {
    const email = 'staff@demo.test';
    onTestFinished(() => speak(email, 'en-US'));
    const { somebody, made } = await makeSomebody();
    onTestFinished(() => clearDeskWork(somebody));
    await makeDeskWork(somebody, made['record'] ?? '');
    const page = await openPage({ signedInAs: email });
    for (const locale of locales) {
      await speak(email, locale);
      expect(await walk(page, pagesOf.staff, { locale, made })).toEqual([]);
    }
  });
});
