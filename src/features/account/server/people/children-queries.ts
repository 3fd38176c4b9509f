/**
 * The children of guardian $1 on the day $2, as a table for other statements: those that are minors, by the same rule as
 * `isMinor`. Somebody who was removed as guardian has none from the next call on.
 */
export const childrenSql = `
  select g.affiliate_id from guardian_link g join person p using (affiliate_id)
  where g.guardian_id = $1 and p.birthdate > $2::date - interval '18 years'`;
