import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { linkGuardian } from '#test/support/e2e/shop-orders.ts';
import { startForms } from '#test/support/e2e/signed-forms.ts';

const phone = { width: 390, height: 844, hasTouch: true };
const storeNumber = 20_001;

const makeMinor = (email: string) =>
  runSql<{ id: number }>(
    `update person set birthdate = current_date - interval '12 years' where email = $1
     returning affiliate_id::int as id`,
    [email],
  );

/** Opens the guest's forms and returns the note on who can read the answers. */
async function readNote(page: Page, affiliateId?: number): Promise<string | null> {
  const id = await startForms(page, { packet: 'dsd', storeNumber, ...(affiliateId !== undefined && { affiliateId }) });
  await visit(page, `/training/medical-form?id=${id}`);
  return page
    .getByText(/^Answer for/)
    .filter({ visible: true })
    .textContent();
}

describe('note on who can read the answers', () => {
  it('names the dive center and the physician to an adult guest', async () => {
    const { page } = await openPageAsNewUser(phone);
    expect(await readNote(page)).toBe(
      'Answer for your health as it is today. Only you, Kelder Bay Diving, and a physician you choose can read this, and you can see each time it’s viewed.',
    );
  });

  it('names the guardian to a minor whose guardian is not known yet', async () => {
    const { page, email } = await openPageAsNewUser(phone);
    await makeMinor(email);
    expect(await readNote(page)).toBe(
      'Answer for your health as it is today. Only you, your parent or guardian, Kelder Bay Diving, and a physician you choose can read this, and you can see each time it’s viewed.',
    );
  });

  it('names the child to a guardian, even if both have the same name', async () => {
    const { email } = await openPageAsNewUser();
    const { page, email: guardianEmail } = await openPageAsNewUser(phone);
    const [child] = await makeMinor(email);
    await linkGuardian(email, guardianEmail);
    expect(await readNote(page, child?.id)).toBe(
      'Answer for Nora Fjord’s health as it is today. Only you, Nora Fjord, Kelder Bay Diving, and a physician you choose can read this, and you can see each time it’s viewed.',
    );
  });
});
