import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

/** A minor with a guardian and a course in the basket. */
export async function openFamily() {
  const { page: child, email } = await openPageAsNewUser();
  const { page: parent, email: parentEmail } = await openPageAsNewUser();
  await runSql("update person set birthdate = current_date - interval '14 years' where email = $1", [email]);
  await runSql("update person set given_name = 'Adaeze' where email = $1", [parentEmail]);
  await runSql(
    `insert into guardian_link (affiliate_id, guardian_id)
     select c.affiliate_id, g.affiliate_id from person c, person g where c.email = $1 and g.email = $2`,
    [email, parentEmail],
  );
  await runSql(
    `with kept as (insert into basket (affiliate_id) select affiliate_id from person where email = $1
       returning affiliate_id)
     insert into basket_line (affiliate_id, line_id, product_id, quantity) select affiliate_id, gen_random_uuid(), 2001, 1
     from kept`,
    [email],
  );
  return { child, parent, email };
}
