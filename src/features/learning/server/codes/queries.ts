import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';

export interface CodeRow {
  code: string;
  packageId: string;
  certificationName: string;
  isClub: boolean;
  /** Bought to give away. */
  isGift: boolean;
  holderId: number | null;
  givenBy: number | null;
  storeNumber: number | null;
  memberNumber: number | null;
  createdAt: Date;
  expiresAt: Date | null;
  shareEndsAt: Date | null;
  redeemedAt: Date | null;
  redeemedBy: number | null;
  isExpired: boolean;
  isShared: boolean;
}

const isExpired = 'coalesce(c.expires_at <= now(), false)';
const isShared = 'coalesce(c.share_ends_at > now(), false)';
const columns = `c.code, c.package_id as "packageId", c.certification_name as "certificationName", c.is_club as "isClub",
  c.is_gift as "isGift",
  c.holder_affiliate_id as "holderId", c.given_by as "givenBy", c.store_number as "storeNumber",
  c.member_number as "memberNumber", c.created_at as "createdAt", c.expires_at as "expiresAt",
  c.share_ends_at as "shareEndsAt", c.redeemed_at as "redeemedAt", c.redeemed_by as "redeemedBy",
  ${isExpired} as "isExpired", ${isShared} as "isShared"`;

export const findCode = statement<CodeRow, [code: string]>(`select ${columns} from access_code c where c.code = $1`);

export const insertCode = statement<
  CodeRow,
  [
    code: string,
    packageId: string,
    certificationName: string,
    isClub: boolean,
    holder: number | null,
    storeNumber: number | null,
    memberNumber: number | null,
    expiresAt: Date | null,
  ]
>(`
  insert into access_code as c (code, package_id, certification_name, is_club, holder_affiliate_id, store_number,
    member_number, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`);

/** Returns no row if the key was already used. */
export const insertGrantedCode = statement<
  CodeRow,
  [code: string, packageId: string, certificationName: string, isClub: boolean, holder: number, grantKey: string]
>(`
  insert into access_code as c (code, package_id, certification_name, is_club, holder_affiliate_id, grant_key)
  values ($1, $2, $3, $4, $5, $6) on conflict (grant_key) do nothing returning ${columns}`);
export const findGrantedCode = statement<CodeRow, [grantKey: string]>(
  `select ${columns} from access_code c where c.grant_key = $1`,
);

export const insertCodes = statement<
  unknown,
  [
    codes: readonly string[],
    packageId: string,
    certificationName: string,
    isClub: boolean,
    isGift: boolean,
    holder: number,
    storeNumber: number | null,
    memberNumber: number | null,
  ]
>(`
  insert into access_code (code, package_id, certification_name, is_club, is_gift, holder_affiliate_id, store_number,
    member_number)
  select new.code, $2, $3, $4, $5, $6, $7, $8 from unnest($1::text[]) as new (code)`);

/**
 * Redeems exactly once: concurrent updates find the row already redeemed. A code that was given away can be redeemed
 * only by its holder.
 */
export const redeemCode = statement<CodeRow, [code: string, affiliateId: number, packageId: string]>(`
  update access_code c set redeemed_at = now(), redeemed_by = $2, package_id = $3, share_id = null, share_ends_at = null
  where c.code = $1 and c.redeemed_at is null and not ${isExpired} and not ${isShared}
    and (c.given_by is null or c.holder_affiliate_id = $2)
  returning ${columns}`);

/** Codes that the person can redeem or share now. */
export const listUnredeemedCodes = statement<CodeRow, [affiliateId: number]>(`
  select ${columns} from access_code c
  where c.holder_affiliate_id = $1 and c.redeemed_at is null and not ${isExpired} and not ${isShared}
  order by c.created_at desc, c.code limit 500`);

/** Codes that the person holds or gave away. */
export const listHeldCodes = statement<CodeRow, [affiliateId: number]>(`
  select ${columns} from access_code c where c.holder_affiliate_id = $1 or c.given_by = $1
  order by c.created_at desc, c.code limit 2000`);

/** Replaces the share id, which invalidates earlier links. */
export const shareCode = statement<CodeRow, [code: string, affiliateId: number, shareId: string, lifetimeS: number]>(`
  update access_code c set share_id = $3, share_ends_at = now() + make_interval(secs => $4)
  where c.code = $1 and c.holder_affiliate_id = $2 and c.redeemed_at is null and not ${isExpired}
  returning ${columns}`);

export const findSharedCode = statement<CodeRow & { from: string }, [code: string, shareId: string]>(`
  select ${columns}, ${fullNameSql('p')} as from
  from access_code c join person p on p.affiliate_id = c.holder_affiliate_id
  where c.code = $1 and c.share_id = $2 and ${isShared} and c.redeemed_at is null and not ${isExpired}`);

export const claimCode = statement<CodeRow, [code: string, shareId: string, affiliateId: number]>(`
  update access_code c set given_by = c.holder_affiliate_id, holder_affiliate_id = $3, share_id = null,
    share_ends_at = null
  where c.code = $1 and c.share_id = $2 and ${isShared} and c.redeemed_at is null and not ${isExpired}
  returning ${columns}`);

/** The expiry is backdated, so a redemption that started a moment earlier fails too. */
export const expireCodes = statement<CodeRow, [codes: readonly string[]]>(`
  update access_code c set expires_at = greatest(c.created_at, now() - interval '2 minutes'), share_id = null,
    share_ends_at = null
  where c.code = any($1) and c.redeemed_at is null and not ${isExpired}
  returning ${columns}`);

/** Bought codes never expire, so the expiry is removed when their refund fails. */
export const reactivateCodes = statement<CodeRow, [codes: readonly string[]]>(`
  update access_code c set expires_at = null where c.code = any($1) and c.redeemed_at is null returning ${columns}`);

/** Set once, by the holder or the redeemer of the code. */
export const setCodeStore = statement<CodeRow, [code: string, affiliateId: number, storeNumber: number]>(`
  update access_code c set store_number = $3
  where c.code = $1 and c.store_number is null
    and case when c.redeemed_at is null then c.holder_affiliate_id else c.redeemed_by end = $2
  returning ${columns}`);

export const setEnrollmentStore = statement<unknown, [affiliateId: number, packageId: string, storeNumber: number]>(`
  update enrollment set store_number = $3 where affiliate_id = $1 and package_id = $2 and store_number is null`);

export const findStore = statement<{ name: string }, [storeNumber: number]>(
  `select ${fullNameSql('p')} as name from person p where p.store_number = $1 and p.affiliate_type_id = 4`,
);

/** The recipient of the redemption notice: the giver, else the holder, else the seller. */
export const findGiver = statement<
  { affiliateId: number },
  [
    redeemer: number,
    givenBy: number | null,
    holder: number | null,
    memberNumber: number | null,
    storeNumber: number | null,
  ]
>(`
  select p.affiliate_id as "affiliateId" from person p
  where p.affiliate_type_id in (2, 3, 4) and p.email is not null and p.affiliate_id <> $1
    and (p.affiliate_id = $2 or p.affiliate_id = $3 or p.member_number = $4 or p.store_number = $5)
  order by case when p.affiliate_id = $2 then 1 when p.affiliate_id = $3 then 2 when p.member_number = $4 then 3 else 4 end
  limit 1`);

export const findPerson = statement<
  { name: string; affiliateTypeId: number; email: string | null; language: string },
  [affiliateId: number]
>(`
  select ${fullNameSql('p')} as name, p.affiliate_type_id as "affiliateTypeId", p.email, p.language
  from person p where p.affiliate_id = $1`);

interface AffiliationRow {
  storeNumber: number | null;
  storeName: string | null;
  memberNumber: number | null;
  memberName: string | null;
}
export const findAffiliation = statement<AffiliationRow, [affiliateId: number, packageId: string]>(`
  select e.store_number as "storeNumber", nullif(${fullNameSql('s')}, '') as "storeName", e.member_number as "memberNumber",
    nullif(${fullNameSql('m')}, '') as "memberName"
  from enrollment e
    left join person s on s.store_number = e.store_number
    left join person m on m.member_number = e.member_number
  where e.affiliate_id = $1 and e.package_id = $2`);

export const listEnrolledPackages = statement<{ packageId: string; isCompleted: boolean }, [affiliateId: number]>(`
  select package_id as "packageId", completed_at is not null as "isCompleted" from enrollment where affiliate_id = $1`);

/** SCORM courses are stored in the database instead of the content files. */
export const findScormCourse = statement<{ title: string; lessons: number }, [packageId: string]>(`
  select title, jsonb_array_length(items) as lessons from scorm_package where package_id = $1`);
