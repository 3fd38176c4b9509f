import { type Db, statement } from '#platform/server/db/database.ts';
import { childrenSql, cardNameSql } from '#features/account/server/public.ts';

/** A certification in lists. Dates are ISO days. */
export interface CertificationRow {
  licenseID: number;
  levelID: number;
  certDate: string;
  hasECard: boolean;
  isRevoked: boolean;
}

const listColumns = `c.license_id as "licenseID", c.level_id as "levelID", c.cert_date as "certDate",
  c.ecard_at is not null as "hasECard", c.revoked_at is not null as "isRevoked"`;

/** Excludes future ones, newest first, with the person's language. */
export const listPersonCertifications = statement<
  CertificationRow & { language: string },
  [affiliateId: number, today: string]
>(`
  select ${listColumns}, p.language
  from certification c join person p using (affiliate_id)
  where c.affiliate_id = $1 and c.cert_date <= $2::date order by c.cert_date desc, c.license_id desc`);

/** The certifications of a guardian's children. */
export const listFamilyCertifications = statement<
  CertificationRow & { affiliateId: number; language: string },
  [guardianId: number, today: string]
>(`
  select ${listColumns}, c.affiliate_id as "affiliateId", p.language
  from certification c join person p using (affiliate_id) join (${childrenSql}) k using (affiliate_id)
  where c.cert_date <= $2::date order by c.affiliate_id, c.cert_date desc, c.license_id desc`);

export const hasAnyCertification = statement<{ hasCertification: boolean }, [affiliateId: number, today: string]>(`
  select exists (select from certification
    where affiliate_id = $1 and cert_date <= $2::date and revoked_at is null) as "hasCertification"`);

export interface CardRow extends CertificationRow {
  affiliateId: number;
  name: string;
  birthdate: string | null;
  language: string;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  office: string;
  code: string | null;
  credential: string | null;
  shareVersion: number;
  hasPhoto: boolean;
  revokedReason: string | null;
}

const cardSelect = `
  select ${listColumns}, c.affiliate_id as "affiliateId",
    ${cardNameSql('p')} as name,
    p.birthdate, p.language, c.instructor_name as "instructorName", c.instructor_number as "instructorNumber",
    c.store_name as "storeName", c.store_number as "storeNumber", c.office, c.code, c.credential,
    c.share_version as "shareVersion", c.revoked_reason as "revokedReason",
    exists (select from person_photo f where f.affiliate_id = c.affiliate_id and f.status = 'approved') as "hasPhoto"
  from certification c join person p using (affiliate_id)`;

/** Finds only cards with an eCard of that person. */
export const findCard = statement<CardRow, [affiliateId: number, licenseID: number, today: string]>(`${cardSelect}
  where c.affiliate_id = $1 and c.license_id = $2 and c.cert_date <= $3::date and c.ecard_at is not null`);

/** Locks a card of any holder, for staff. */
export const lockAnyCard = statement<CardRow, [licenseID: number]>(
  `${cardSelect} where c.license_id = $1 for update of c`,
);

export const insertCertification = statement<
  { licenseID: number },
  [
    affiliateId: number,
    levelID: number,
    certDate: string,
    instructorName: string,
    instructorNumber: number | null,
    storeName: string,
    storeNumber: number | null,
    office: string,
  ]
>(`
  insert into certification (affiliate_id, level_id, cert_date, instructor_name, instructor_number, store_name,
    store_number, office)
  values ($1, $2, $3::date, $4, $5, $6, $7, $8)
  on conflict (affiliate_id, level_id) where revoked_at is null do nothing
  returning license_id as "licenseID"`);

export const markRevoked = statement<unknown, [affiliateId: number, licenseID: number, reason: string]>(
  'update certification set revoked_at = now(), revoked_reason = $3 where affiliate_id = $1 and license_id = $2',
);

/** Invalidates existing share links. */
export const revokeShares = statement<{ licenseID: number }, [affiliateId: number, licenseID: number]>(`
  update certification set share_version = share_version + 1
  where affiliate_id = $1 and license_id = $2 and ecard_at is not null returning license_id as "licenseID"`);

/** The holder of a card that isn't revoked. */
export const findCardHolder = statement<{ affiliateId: number; statusIndex: number }, [licenseID: number]>(`
  select affiliate_id as "affiliateId", status_index as "statusIndex" from certification
  where license_id = $1 and ecard_at is not null and revoked_at is null`);

const selectCertifications = statement<ListedCertification, [affiliateId: number, today: string]>(`
  select ${listColumns}, c.ecard_source as "eCardSource", c.instructor_number as "instructorNumber",
    c.store_number as "storeNumber"
  from certification c
  where c.affiliate_id = $1 and c.cert_date <= $2::date order by c.cert_date desc, c.license_id desc`);

interface ListedCertification extends CertificationRow {
  eCardSource: 'course' | 'redemption' | 'order' | 'association' | null;
  instructorNumber: number | null;
  storeNumber: number | null;
}

/** A person's certifications as of that day, for other features. Includes revoked ones, marked as such. */
export function listCertifications(db: Db, affiliateId: number, now = new Date()): Promise<ListedCertification[]> {
  return selectCertifications(db, affiliateId, now.toISOString().slice(0, 10));
}
