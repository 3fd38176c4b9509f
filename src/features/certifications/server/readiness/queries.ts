import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';

export interface CandidateRow {
  name: string;
  birthdate: string | null;
  language: string;
  outsideLevelIDs: number[];
  held: { licenseID: number; levelID: number; isRevoked: boolean }[];
}

export const findCandidate = statement<CandidateRow, [affiliateId: number]>(`
  select ${fullNameSql('p')} as name, p.birthdate, p.language,
    array(select o.equivalent_level_id::int from outside_certification o
      where o.affiliate_id = p.affiliate_id and o.equivalent_level_id is not null) as "outsideLevelIDs",
    coalesce((select json_agg(json_build_object('licenseID', c.license_id, 'levelID', c.level_id,
        'isRevoked', c.revoked_at is not null) order by c.license_id)
      from certification c where c.affiliate_id = p.affiliate_id), '[]') as held
  from person p where p.affiliate_id = $1`);

export interface OutsideTrainingRow {
  part: string;
  trainedOn: string;
  place: string;
  instructorNumber: string;
  isConfirmed: boolean;
}

export const listOutsideTraining = statement<OutsideTrainingRow, [affiliateId: number, packageId: string]>(`
  select part, trained_on as "trainedOn", place, instructor_number as "instructorNumber",
    confirmed_at is not null as "isConfirmed"
  from outside_training where affiliate_id = $1 and package_id = $2 order by part`);

/** A new entry replaces the former one and must be confirmed again. */
export const upsertOutsideTraining = statement<
  unknown,
  [affiliateId: number, packageId: string, part: string, trainedOn: string, place: string, number: string, by: number]
>(`
  insert into outside_training (affiliate_id, package_id, part, trained_on, place, instructor_number, entered_by)
  values ($1, $2, $3, $4::date, $5, $6, $7)
  on conflict (affiliate_id, package_id, part) do update set trained_on = excluded.trained_on, place = excluded.place,
    instructor_number = excluded.instructor_number, entered_by = excluded.entered_by, entered_at = now(),
    confirmed_by = null, confirmed_at = null`);

export const deleteOutsideTraining = statement<
  { part: string },
  [affiliateId: number, packageId: string, part: string]
>('delete from outside_training where affiliate_id = $1 and package_id = $2 and part = $3 returning part');

export const confirmOutsideTraining = statement<
  { part: string },
  [affiliateId: number, packageId: string, by: number]
>(`
  update outside_training set confirmed_by = $3, confirmed_at = now()
  where affiliate_id = $1 and package_id = $2 and confirmed_at is null returning part`);

/** Locks verified dives until the card is issued, so a later undo finds the card. */
export const lockVerifiedDives = statement<unknown, [affiliateId: number]>(
  "select from dive_log where affiliate_id = $1 and status = 'Verified' order by id for share",
);
