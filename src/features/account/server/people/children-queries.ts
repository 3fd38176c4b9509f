/**
 * SQL for the minor children of guardian $1 on day $2, by the same rule as `isMinor`. The link is read on every
 * request, so a former guardian loses access immediately.
 */
export const childrenSql = `
  select g.affiliate_id from guardian_link g join person p using (affiliate_id)
  where g.guardian_id = $1 and p.birthdate > $2::date - interval '18 years'`;
