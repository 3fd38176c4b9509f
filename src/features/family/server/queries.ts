import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import type { Invite, OwnRemoval, RemovalRequest } from '#features/family/shared/contract.ts';
import { inviteListSql } from './invites/queries.ts';
import { ownRemovalsSql, removalRequestsSql } from './guardians/removal-queries.ts';

/** A draft isn't signed by everyone yet, so it needs a guardian: to sign it, or to keep a signature valid. */
const openFormsSql = (person: string) =>
  `(select count(*)::int from form_draft d where d.affiliate_id = ${person}.affiliate_id and d.deleted_at is null)`;

const guardianListSql = (person: string) => `coalesce((
  select json_agg(json_build_object('affiliateId', q.affiliate_id, 'name', ${fullNameSql('q')}, 'isYou', q.affiliate_id = $1)
    order by g.created_at, q.affiliate_id)
  from guardian_link g join person q on q.affiliate_id = g.guardian_id
  where g.affiliate_id = ${person}.affiliate_id), '[]')`;
export interface PersonRow {
  affiliateId: number;
  name: string;
  givenName: string;
  email: string | null;
  birthdate: string | null;
  language: string;
  sub: string;
  isEmailVerified: boolean;
  hadGuardian: boolean;
}
export const personColumns = (
  person: string,
) => `${person}.affiliate_id as "affiliateId", ${fullNameSql(person)} as name,
  ${person}.given_name as "givenName", ${person}.email, ${person}.birthdate, ${person}.language, ${person}.sub,
  ${person}.email_verified_at is not null as "isEmailVerified", ${person}.first_guardian_at is not null as "hadGuardian"`;

export const findPerson = statement<PersonRow, [affiliateId: number]>(
  `select ${personColumns('p')} from person p where p.affiliate_id = $1`,
);
/** Serializes changes of a child's guardians. `no key update` doesn't block inserts that only reference the child. */
export const lockPerson = statement<PersonRow, [affiliateId: number]>(
  `select ${personColumns('p')} from person p where p.affiliate_id = $1 for no key update`,
);
export const findPersonBySub = statement<PersonRow, [sub: string]>(
  `select ${personColumns('p')} from person p where p.sub = $1`,
);

export interface FamilyRow {
  birthdate: string | null;
  hadGuardian: boolean;
  removals: OwnRemoval[];
  guardians: { affiliateId: number; name: string; isYou: boolean }[];
  invites: Invite[];
  children: {
    affiliateId: number;
    firstName: string;
    lastName: string;
    birthdate: string;
    hasEmail: boolean;
    guardians: FamilyRow['guardians'];
    invites: Invite[];
    removalRequests: RemovalRequest[];
    openForms: number;
  }[];
}

/** Loads the whole family page in one query. A child is listed only while it is a minor. */
export const selectFamily = statement<FamilyRow, [affiliateId: number, now: Date, today: string]>(`
  select me.birthdate, me.first_guardian_at is not null as "hadGuardian", ${guardianListSql('me')} as guardians,
    ${inviteListSql('me')} as invites, ${ownRemovalsSql} as removals,
    coalesce((
      select json_agg(json_build_object('affiliateId', c.affiliate_id, 'firstName', c.given_name,
        'lastName', c.family_name, 'birthdate', c.birthdate, 'hasEmail', c.email is not null,
        'guardians', ${guardianListSql('c')}, 'invites', ${inviteListSql('c')},
        'removalRequests', ${removalRequestsSql('c')}, 'openForms', ${openFormsSql('c')}) order by c.birthdate, c.affiliate_id)
      from guardian_link l join person c on c.affiliate_id = l.affiliate_id
      where l.guardian_id = me.affiliate_id and c.birthdate > $3::date - interval '18 years'), '[]') as children
  from person me where me.affiliate_id = $1`);

export const listGuardians = statement<PersonRow, [affiliateId: number]>(`
  select ${personColumns('q')} from guardian_link g join person q on q.affiliate_id = g.guardian_id
  where g.affiliate_id = $1 order by g.created_at, q.affiliate_id`);
export const findGuardianLink = statement<{ affiliateId: number }, [affiliateId: number, guardianId: number]>(
  'select affiliate_id as "affiliateId" from guardian_link where affiliate_id = $1 and guardian_id = $2',
);
export const countChildren = statement<{ count: number }, [guardianId: number]>(
  'select count(*)::int as count from guardian_link where guardian_id = $1',
);
export const countOpenForms = statement<{ count: number }, [affiliateId: number]>(
  `select ${openFormsSql('p')} as count from person p where p.affiliate_id = $1`,
);

export const insertLink = statement<
  { affiliateId: number },
  [affiliateId: number, guardianId: number, createdAt: Date]
>(`
  insert into guardian_link (affiliate_id, guardian_id, created_at) values ($1, $2, $3)
  on conflict do nothing returning affiliate_id as "affiliateId"`);
/** A former guardian counts as family: they can't decide anything about the child, even as staff. */
export const deleteLink = statement<unknown, [affiliateId: number, guardianId: number]>(`
  with ended as (
    delete from guardian_link where affiliate_id = $1 and guardian_id = $2 returning affiliate_id, guardian_id)
  insert into former_guardian (affiliate_id, guardian_id) select affiliate_id, guardian_id from ended
  on conflict do nothing`);
