import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';

export interface PersonRow {
  affiliateId: number;
  affiliateTypeId: number;
  name: string;
  email: string | null;
  birthdate: string | null;
  memberNumber: number | null;
  memberStatus: string | null;
  storeNumber: number | null;
  city: string;
  country: string;
}

/** Counting stops here, because counting is slow and no search needs more results. */
const maxCounted = 2_000;

/** Must match the expression of the index. */
const foldedName = (p: string) => `folded(${p}.given_name || ' ' || ${p}.middle_name || ' ' || ${p}.family_name)`;
/** Erased persons are excluded. */
const isNotErased = (p: string) => `not starts_with(${p}.sub, 'erased:')`;

const personColumns = `p.affiliate_id as "affiliateId", p.affiliate_type_id as "affiliateTypeId", ${fullNameSql('p')} as name, p.email,
  p.birthdate, p.member_number as "memberNumber", p.member_status as "memberStatus", p.store_number as "storeNumber",
  p.city, p.country`;

/** $1 and $2 are the search, $3 the person types, $4 and $5 the page. Names that start with the search come first. */
const selectPersonPage = (matches: string, order: string) => `
  with matching as materialized (
    select p.* from person p
    where ${matches} and p.affiliate_type_id = any($3::int[]) and ${isNotErased('p')} limit ${maxCounted}
  )
  select ${personColumns}, (select count(*)::int from matching) as total
  from matching p order by ${order} lower(p.given_name), lower(p.family_name), p.affiliate_id limit $4 offset $5`;

type PageValues = [types: number[], limit: number, offset: number];
export type PersonPageRow = PersonRow & { total: number };

/** The index finds the longest word; all words must match. */
export const findPeopleByName = statement<PersonPageRow, [longest: string, patterns: string[], ...PageValues]>(
  selectPersonPage(
    `${foldedName('p')} like folded($1)
      and (select bool_and(${foldedName('p')} like folded(word)) from unnest($2::text[]) word)`,
    `${foldedName('p')} not like folded(substr(($2::text[])[1], 2)),`,
  ),
);
export const findPeopleByEmail = statement<PersonPageRow, [pattern: string, exact: string, ...PageValues]>(
  selectPersonPage('lower(p.email) like lower($1)', 'lower(p.email) <> lower($2),'),
);
export const findPeopleByNumber = statement<PersonPageRow, [number: number, none: null, ...PageValues]>(
  selectPersonPage(
    `(p.affiliate_id = $1 or (p.member_number = $1 or p.store_number = $1) and $2::text is null)`,
    'p.affiliate_id <> $1,',
  ),
);

interface NamedPerson {
  affiliateId: number;
  name: string;
}

export interface PersonFileRow extends PersonRow {
  language: string;
  createdAt: Date;
  hasPhoto: boolean;
  guardians: NamedPerson[];
  children: NamedPerson[];
  certifications: { licenseID: number; levelID: number; certDate: string; code: string | null; isRevoked: boolean }[];
  outsideCards: { id: string; agency: string; level: string; uploadedAt: string; equivalentLevelID: number | null }[];
  applications: { id: number; typeId: number; state: string; stateDate: string }[];
  dives: number;
  forms: number;
  orders: number;
}

const jsonList = (rows: string) => `coalesce((select jsonb_agg(to_jsonb(o)) from (${rows}) o), '[]')`;

/** The complete data of a person for the desk, in one statement. */
export const findPersonFile = statement<PersonFileRow, [affiliateId: number]>(`
  select ${personColumns}, p.language, p.created_at as "createdAt",
    exists (select from person_photo f where f.affiliate_id = $1 and f.status = 'approved') as "hasPhoto",
    ${jsonList(`select g.guardian_id as "affiliateId", ${fullNameSql('o')} as name
      from guardian_link g join person o on o.affiliate_id = g.guardian_id where g.affiliate_id = $1 order by 2`)} as guardians,
    ${jsonList(`select g.affiliate_id as "affiliateId", ${fullNameSql('o')} as name
      from guardian_link g join person o on o.affiliate_id = g.affiliate_id where g.guardian_id = $1 order by 2`)} as children,
    ${jsonList(`select c.license_id as "licenseID", c.level_id as "levelID", c.cert_date as "certDate", c.code,
        c.revoked_at is not null as "isRevoked"
      from certification c where c.affiliate_id = $1 order by c.cert_date desc, c.license_id desc`)} as certifications,
    ${jsonList(`select o.id, o.agency, o.level, o.uploaded_at as "uploadedAt", o.equivalent_level_id as "equivalentLevelID"
      from outside_certification o where o.affiliate_id = $1 and o.status = 'approved' and o.file_key is not null
      order by o.cert_date desc nulls last, o.created_at, o.id`)} as "outsideCards",
    ${jsonList(`select a.id, a.type_id as "typeId", a.state, a.state_at as "stateDate"
      from application a where a.affiliate_id = $1 and a.state <> 'Draft' order by a.state_at desc, a.id desc`)} as applications,
    (select count(*)::int from dive_log d where d.affiliate_id = $1 and d.deleted_at is null) as dives,
    (select count(*)::int from form_record r where r.affiliate_id = $1 and r.removed_at is null) as forms,
    (select count(*)::int from shop_order s where s.affiliate_id = $1) as orders
  from person p where p.affiliate_id = $1 and ${isNotErased('p')}`);

export interface CardRow {
  licenseID: number;
  levelID: number;
  certDate: string;
  code: string | null;
  affiliateId: number;
  holder: string;
  isRevoked: boolean;
  revokedReason: string | null;
}

const selectCardPage = (matches: string, first: string) => `
  with matching as materialized (
    select c.*, p.given_name, p.middle_name, p.family_name, p.language from certification c join person p using (affiliate_id)
    where ${matches} limit ${maxCounted}
  )
  select c.license_id as "licenseID", c.level_id as "levelID", c.cert_date as "certDate", c.code,
    c.affiliate_id as "affiliateId", ${fullNameSql('c')} as holder, c.revoked_at is not null as "isRevoked",
    c.revoked_reason as "revokedReason", (select count(*)::int from matching) as total
  from matching c
  order by ${first} lower(c.given_name), lower(c.family_name), c.cert_date desc, c.license_id desc limit $3 offset $4`;

type CardPage = CardRow & { total: number };

/** Matches the card's number or its holder's. */
export const findCardsByNumber = statement<CardPage, [number: number, none: null, limit: number, offset: number]>(
  selectCardPage('(c.license_id = $1 or c.affiliate_id = $1) and $2::text is null', 'c.license_id <> $1,'),
);
export const findCardsByCode = statement<CardPage, [code: string, none: null, limit: number, offset: number]>(
  selectCardPage('c.code = $1 and $2::text is null', ''),
);
export const findCardsByHolder = statement<
  CardPage,
  [longest: string, patterns: string[], limit: number, offset: number]
>(
  selectCardPage(
    `${foldedName('p')} like folded($1)
      and (select bool_and(${foldedName('p')} like folded(word)) from unnest($2::text[]) word)`,
    '',
  ),
);
