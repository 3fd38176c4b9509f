import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { openAt } from '#test/support/e2e/open-at.ts';
import { signForms } from '#test/support/e2e/signed-forms.ts';

export const instructor = 'instructor@demo.test';
export const store = 'store@demo.test';

/** Matches the status whatever tasks other tests leave. */
export const statusPattern = /caught up|ready|forms|to (confirm|verify|review)/;

export let runa = 0;

/** Creates a student with completed theory and signed forms, once for all tests. */
export async function enrollRuna(): Promise<void> {
  if (runa !== 0) return;
  const { page, email } = await openPageAsNewUser();
  await signForms(page, { packet: 'course', storeNumber: 20_001 });
  const [person] = await runSql<{ id: string }>('select affiliate_id as id from person where email = $1', [email]);
  runa = Number(person?.id);
  // A unique name, because other tests have students too.
  await runSql("update person set given_name = 'Runa', family_name = 'Holt' where affiliate_id = $1", [runa]);
  await runSql(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_done, lessons_total,
       knowledge_done_at, exam_passed_at, last_at, member_number, store_number)
     values ($1, 'open-water', 'code', now(), 60, 60, now(), now(), now(), 100001, 20001)`,
    [runa],
  );
}

export async function open(address: string, as: string, options: PageOptions = {}): Promise<Page> {
  const page = await openAt(address, { signedInAs: as, ...options });
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  return page;
}

export const rowOf = (page: Page, name: string) => page.locator('[data-part="student"]').filter({ hasText: name });
