import type { Page } from 'playwright';
import { authenticateContext, openPage, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from './database.ts';

/** The headline of a learner’s dashboard says where they stand, whatever other tests have learned meanwhile. */
export const learnerDashboardHeading = /^(?!Welcome, )\S/;
export const newPassword = 'Sea-Urchin-7';
let userCount = 0;

/** Somebody of their own, signed in, for a test that changes how one signs in, or whether one stays. */
export async function openPageAsNewUser(options: PageOptions = {}): Promise<{ page: Page; email: string }> {
  const opened = await openPageAsUnverifiedUser(options);
  // As if the code from the mail had been typed in: most journeys need a verified address.
  await runSql('update account set email_verified_at = now() where email = $1', [opened.email]);
  await runSql('update person set email_verified_at = now() where email = $1', [opened.email]);
  return opened;
}

/** The first page that they open asks for the code from the mail. */
export async function openPageAsUnverifiedUser(options: PageOptions = {}): Promise<{ page: Page; email: string }> {
  userCount += 1;
  const email = `somebody-${process.pid}-${userCount}@example.test`;
  // All of them come from one address, which may make only so many accounts in an hour.
  await runSql('delete from rate_counter');
  const page = await openPage(options);
  await authenticateContext(page.context(), 'sign-up', {
    givenName: 'Nora',
    familyName: 'Fjord',
    email,
    password: newPassword,
    birthdate: '1991-04-09',
    acceptTerms: true,
  });
  // A country whose prices are in US dollars and which the tax table does not have.
  await runSql(
    `insert into billing_country (affiliate_id, country) select affiliate_id, 'BS' from person where email = $1
     on conflict do nothing`,
    [email],
  );
  return { page, email };
}

/** All but those that the demo came with: other tests look at cards with a face on them. */
export async function removePhotos(): Promise<void> {
  await runSql('delete from person_photo where affiliate_id not in (400001, 400005, 400050)');
}
