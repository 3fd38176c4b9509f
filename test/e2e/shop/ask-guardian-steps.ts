import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { insertBasketLine, linkGuardian } from '#test/support/e2e/shop-orders.ts';

/** A minor with a guardian and a course in the basket. */
export async function openFamily() {
  const { page: child, email } = await openPageAsNewUser();
  const { page: parent, email: parentEmail } = await openPageAsNewUser();
  await runSql("update person set birthdate = current_date - interval '14 years' where email = $1", [email]);
  await runSql("update person set given_name = 'Adaeze' where email = $1", [parentEmail]);
  await linkGuardian(email, parentEmail);
  await insertBasketLine(email, 2001);
  return { child, parent, email };
}
