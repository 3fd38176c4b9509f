import type { Page } from 'playwright';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { diver, instructor } from '#test/support/e2e/logbook-dives.ts';

export const course = 'open-water';

/** The student whose logbook only these tests use, and two classmates. */
export const learners = [diver.affiliateId, 400_002, 400_003];

export const ownRecord = `/training/eRecord/${course}`;
export const studentRecord = `/training/instructor/eRecord/${diver.affiliateId}/${course}?affiliateId=${diver.affiliateId}`;

export async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: diver.email, ...options });
  await visit(page, address);
  await page.locator('main h1').waitFor();
  return page;
}

export const openAsInstructor = (address: string, options: PageOptions = {}) =>
  open(address, { signedInAs: instructor.email, ...options });
