import type { PageOptions } from '#platform/testing/browser.ts';
import { openAt } from '#test/support/e2e/open-at.ts';
import { diver, instructor } from '#test/support/e2e/logbook-dives.ts';

export const course = 'open-water';

/** The student whose logbook only these tests use, and two classmates. */
export const learners = [diver.affiliateId, 400_002, 400_003];

export const ownRecord = `/training/eRecord/${course}`;
export const studentRecord = `/training/instructor/eRecord/${diver.affiliateId}/${course}?affiliateId=${diver.affiliateId}`;

export const open = (address: string, options: PageOptions = {}) =>
  openAt(address, { signedInAs: diver.email, ...options });

export const openAsInstructor = (address: string, options: PageOptions = {}) =>
  open(address, { signedInAs: instructor.email, ...options });
