import { statement } from '#platform/server/db/database.ts';
import type { PeriodKind } from '#features/club/shared/contract.ts';
import type { Period } from '#features/club/shared/membership-rules.ts';

/** Days are ISO dates. */
export interface PeriodRow extends Period {
  id: string;
  priceMinor: number;
  currency: string;
  eCardLicenseID: number | null;
  eCardLevelID: number | null;
  eCardOn: string | null;
  eCardSavedMinor: number | null;
  discountCode: string | null;
  discountOn: string | null;
  discountUsedFor: string | null;
  discountSavedMinor: number | null;
}

export interface CertificationRow {
  licenseID: number;
  levelID: number;
  certDate: string;
  hasECard: boolean;
}

export interface ClubStateRow {
  affiliateTypeId: number;
  language: string;
  version: number | null;
  isTrialUsed: boolean;
  isRenewing: boolean | null;
  method: string | null;
  hint: string | null;
  periods: PeriodRow[];
  declined: { dueOn: string; triedOn: string }[];
  certifications: CertificationRow[];
  photos: ('pending' | 'approved' | 'rejected')[];
}

const dayOfTime = (column: string) => `(${column} at time zone 'UTC')::date`;

/** The complete club data of a person. Excludes revoked and future certifications. */
export const findClubState = statement<ClubStateRow, [affiliateId: number, today: string]>(`
  select p.affiliate_type_id as "affiliateTypeId", p.language, m.version, m.trial_used_at is not null as "isTrialUsed",
    m.is_renewing as "isRenewing", m.payment_method as method, m.payment_hint as hint,
    coalesce((select json_agg(json_build_object(
      'id', y.id, 'kind', y.kind, 'startsOn', y.starts_on, 'endsOn', y.ends_on, 'endedEarlyOn', y.ended_early_on,
      'priceMinor', y.price_minor, 'currency', y.currency, 'eCardLicenseID', y.ecard_license_id,
      'eCardLevelID', c.level_id, 'eCardOn', ${dayOfTime('y.ecard_redeemed_at')},
      'eCardSavedMinor', y.ecard_saved_minor, 'discountCode', y.discount_code,
      'discountOn', ${dayOfTime('y.discount_used_at')}, 'discountUsedFor', y.discount_used_for,
      'discountSavedMinor', y.discount_saved_minor) order by y.starts_on, y.ends_on)
      from membership_period y
        left join certification c on c.affiliate_id = y.affiliate_id and c.license_id = y.ecard_license_id
      where y.affiliate_id = p.affiliate_id), '[]') as periods,
    coalesce((select json_agg(json_build_object('dueOn', t.due_on, 'triedOn', ${dayOfTime('t.tried_at')}))
      from renewal_try t where t.affiliate_id = p.affiliate_id and t.outcome = 'declined'), '[]') as declined,
    coalesce((select json_agg(json_build_object('licenseID', c.license_id, 'levelID', c.level_id,
      'certDate', c.cert_date, 'hasECard', c.ecard_at is not null) order by c.cert_date desc, c.license_id desc)
      from certification c
      where c.affiliate_id = p.affiliate_id and c.revoked_at is null and c.cert_date <= $2::date), '[]')
      as certifications,
    array(select f.status from person_photo f where f.affiliate_id = p.affiliate_id order by f.uploaded_at desc) as photos
  from person p left join membership m on m.affiliate_id = p.affiliate_id
  where p.affiliate_id = $1`);

export const ensureMembership = statement<unknown, [affiliateId: number, now: Date]>(`
  insert into membership (affiliate_id, created_at) values ($1, $2) on conflict do nothing`);
/** Locks the membership, so concurrent changes run one after the other. */
export const lockMembership = statement<{ version: number }, [affiliateId: number]>(
  'select version from membership where affiliate_id = $1 for update',
);

/** Returns no row if the discount code is taken. */
export const insertPeriod = statement<
  { id: string },
  [
    affiliateId: number,
    id: string,
    kind: PeriodKind,
    startsOn: string,
    endsOn: string,
    priceMinor: number,
    currency: string,
    paymentId: string | null,
    discountCode: string | null,
    now: Date,
  ]
>(`
  insert into membership_period (affiliate_id, id, kind, starts_on, ends_on, price_minor, currency, payment_id,
    discount_code, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (discount_code) do nothing returning id`);

export const endTrial = statement<unknown, [affiliateId: number, today: string]>(`
  update membership_period set ended_early_on = $2
  where affiliate_id = $1 and kind = 'trial' and starts_on <= $2 and ends_on > $2`);

export const recordTrial = statement<unknown, [affiliateId: number, now: Date]>(
  'update membership set trial_used_at = $2, version = version + 1 where affiliate_id = $1',
);
export const setRenewing = statement<unknown, [affiliateId: number, isRenewing: boolean]>(`
  update membership set is_renewing = $2, version = version + 1 where affiliate_id = $1 and is_renewing <> $2`);
/** Deletes the stored card when the membership ends, because it is no longer needed. */
export const deleteSavedCard = statement<unknown, [affiliateId: number]>(`
  update membership set is_renewing = false, payment_method = null, payment_hint = null, version = version + 1
  where affiliate_id = $1 and (is_renewing or payment_method is not null)`);
/** Stores the card of this year's payment, or removes it if the member paid without storing one. */
export const recordYear = statement<
  unknown,
  [affiliateId: number, isRenewing: boolean, method: string | null, hint: string | null]
>(`
  update membership set is_renewing = $2, payment_method = $3::text,
    payment_hint = case when $3::text is not null then $4 end, version = version + 1
  where affiliate_id = $1`);

export const recordRenewal = statement<unknown, [affiliateId: number]>(
  'update membership set version = version + 1 where affiliate_id = $1',
);

export const insertChargeAttempt = statement<
  unknown,
  [affiliateId: number, dueOn: string, number: number, outcome: 'paid' | 'declined', paymentId: string, now: Date]
>(`
  insert into renewal_try (affiliate_id, due_on, number, outcome, payment_id, tried_at)
  values ($1, $2, $3, $4, $5, $6)`);

/** Returns no row if the reminder was already sent. */
export const insertReminder = statement<
  { days: number },
  [affiliateId: number, endsOn: string, days: number, now: Date]
>(`
  insert into membership_reminder (affiliate_id, ends_on, days_before, sent_at) values ($1, $2, $3, $4)
  on conflict do nothing returning days_before as days`);

/**
 * Members whose membership ends soon or has ended and who were not notified yet. Excludes periods followed by another
 * one, memberships that ended over 60 days ago, and people who requested deletion.
 */
export const listDueMembers = statement<{ affiliateId: number }, [today: string]>(`
  select y.affiliate_id as "affiliateId" from membership_period y join membership using (affiliate_id)
  where y.ends_on between $1::date - 60 and $1::date + 30 and y.ended_early_on is null
    and not exists (select from account_deletion d where d.affiliate_id = y.affiliate_id)
    and not exists (select from membership_period n where n.affiliate_id = y.affiliate_id and n.ends_on > y.ends_on)
    and not exists (
      select from membership_reminder r where r.affiliate_id = y.affiliate_id and r.ends_on = y.ends_on
        and r.days_before <= case when y.ends_on <= $1::date then 0 when y.ends_on - $1::date <= 1 then 1
          when y.ends_on - $1::date <= 7 then 7 else 30 end)
  order by y.affiliate_id`);

/** The condition allows one redemption per year. */
export const redeemECard = statement<
  { id: string },
  [affiliateId: number, id: string, licenseID: number, savedMinor: number, now: Date]
>(`
  update membership_period set ecard_license_id = $3, ecard_saved_minor = $4, ecard_redeemed_at = $5
  where affiliate_id = $1 and id = $2 and ecard_redeemed_at is null returning id`);

export const markDiscountUsed = statement<
  { id: string },
  [affiliateId: number, code: string, today: string, usedFor: string, savedMinor: number, now: Date]
>(`
  update membership_period set discount_used_at = $6, discount_used_for = $4, discount_saved_minor = $5
  where affiliate_id = $1 and discount_code = $2 and starts_on <= $3::date and discount_used_at is null returning id`);

export const markDiscountUnused = statement<unknown, [affiliateId: number, code: string]>(`
  update membership_period set discount_used_at = null, discount_used_for = null, discount_saved_minor = null
  where affiliate_id = $1 and discount_code = $2`);
