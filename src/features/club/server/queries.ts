import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { ClubPage, PeriodKind } from '#features/club/shared/contract.ts';

/** The day in UTC, as an ISO date. */
const dayOf = <Day extends string | null = string>(column: string) =>
  sql<Day>`(${sql.ref(column)} at time zone 'UTC')::date`;

/** The complete club data of a person. Excludes revoked and future certifications. */
export const findClubState = query((db, p: Params<{ affiliateId: number; today: string }>) =>
  db
    .selectFrom('person as p')
    .leftJoin('membership as m', 'm.affiliate_id', 'p.affiliate_id')
    .select((eb) => [
      'p.affiliate_type_id as affiliateTypeId',
      'p.language',
      'm.version',
      sql<boolean>`m.trial_used_at is not null`.as('isTrialUsed'),
      'm.is_renewing as isRenewing',
      'm.payment_method as method',
      'm.payment_hint as hint',
      jsonArrayFrom(
        eb
          .selectFrom('membership_period as y')
          .leftJoin('certification as c', (join) =>
            join.onRef('c.affiliate_id', '=', 'y.affiliate_id').onRef('c.license_id', '=', 'y.ecard_license_id'),
          )
          .select([
            'y.id',
            'y.kind',
            'y.starts_on as startsOn',
            'y.ends_on as endsOn',
            'y.ended_early_on as endedEarlyOn',
            'y.price_minor as priceMinor',
            'y.currency',
            'y.ecard_license_id as eCardLicenseID',
            'c.level_id as eCardLevelID',
            dayOf<string | null>('y.ecard_redeemed_at').as('eCardOn'),
            'y.ecard_saved_minor as eCardSavedMinor',
            'y.discount_code as discountCode',
            dayOf<string | null>('y.discount_used_at').as('discountOn'),
            'y.discount_used_for as discountUsedFor',
            'y.discount_saved_minor as discountSavedMinor',
          ])
          .whereRef('y.affiliate_id', '=', 'p.affiliate_id')
          .orderBy('y.starts_on')
          .orderBy('y.ends_on'),
      ).as('periods'),
      jsonArrayFrom(
        eb
          .selectFrom('renewal_try as t')
          .select(['t.due_on as dueOn', dayOf('t.tried_at').as('triedOn')])
          .whereRef('t.affiliate_id', '=', 'p.affiliate_id')
          .where('t.outcome', '=', 'declined'),
      ).as('declined'),
      jsonArrayFrom(
        eb
          .selectFrom('certification as c')
          .select([
            'c.license_id as licenseID',
            'c.level_id as levelID',
            'c.cert_date as certDate',
            sql<boolean>`c.ecard_at is not null`.as('hasECard'),
          ])
          .whereRef('c.affiliate_id', '=', 'p.affiliate_id')
          .where('c.revoked_at', 'is', null)
          .where('c.cert_date', '<=', p.today)
          .orderBy('c.cert_date', 'desc')
          .orderBy('c.license_id', 'desc'),
      ).as('certifications'),
      sql<Exclude<ClubPage['photo'], 'none'>[]>`array(${eb
        .selectFrom('person_photo as f')
        .select('f.status')
        .whereRef('f.affiliate_id', '=', 'p.affiliate_id')
        .orderBy('f.uploaded_at', 'desc')})`.as('photos'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

export type ClubStateRow = Row<typeof findClubState>;
export type PeriodRow = ClubStateRow['periods'][number];

export const findLanguage = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('language').where('affiliate_id', '=', p.affiliateId),
);

export const ensureMembership = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .insertInto('membership')
    .values({ affiliate_id: p.affiliateId, created_at: p.now })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Locks the membership, so concurrent changes run one after the other. */
export const lockMembership = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('membership').select('version').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

interface NewPeriod {
  affiliateId: number;
  id: string;
  kind: PeriodKind;
  startsOn: string;
  endsOn: string;
  priceMinor: number;
  currency: string;
  paymentId: string | null;
  discountCode: string | null;
  now: Date;
}

/** Returns no row if the discount code is taken. */
export const insertPeriod = query((db, p: Params<NewPeriod>) =>
  db
    .insertInto('membership_period')
    .values({
      affiliate_id: p.affiliateId,
      id: p.id,
      kind: p.kind,
      starts_on: p.startsOn,
      ends_on: p.endsOn,
      price_minor: p.priceMinor,
      currency: p.currency,
      payment_id: p.paymentId,
      discount_code: p.discountCode,
      created_at: p.now,
    })
    .onConflict((conflict) => conflict.column('discount_code').doNothing())
    .returning('id'),
);

export const endTrial = query((db, p: Params<{ affiliateId: number; today: string }>) =>
  db
    .updateTable('membership_period')
    .set({ ended_early_on: p.today })
    .where('affiliate_id', '=', p.affiliateId)
    .where('kind', '=', 'trial')
    .where('starts_on', '<=', p.today)
    .where('ends_on', '>', p.today),
);

/** Ends the year of a payment today. Returns no row if it had already ended. */
export const endYear = query((db, p: Params<{ affiliateId: number; paymentId: string; today: string }>) =>
  db
    .updateTable('membership_period')
    .set({ ended_early_on: sql`greatest(starts_on, least(${p.today}::date, ends_on))` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('payment_id', '=', p.paymentId)
    .where('ended_early_on', 'is', null)
    .where('ends_on', '>', p.today)
    .returning('id'),
);

export const findUsedBenefits = query((db, p: Params<{ affiliateId: number; paymentId: string }>) =>
  db
    .selectFrom('membership_period')
    .select(
      sql<number>`coalesce(ecard_saved_minor, 0)::integer + coalesce(discount_saved_minor, 0)::integer`.as('usedMinor'),
    )
    .where('affiliate_id', '=', p.affiliateId)
    .where('payment_id', '=', p.paymentId),
);

/** Not if another year has started in its place. */
export const restoreYear = query((db, p: Params<{ affiliateId: number; paymentId: string }>) =>
  db
    .updateTable('membership_period as y')
    .set({ ended_early_on: null })
    .where('y.affiliate_id', '=', p.affiliateId)
    .where('y.payment_id', '=', p.paymentId)
    .where('y.ended_early_on', 'is not', null)
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('membership_period as o')
            .whereRef('o.affiliate_id', '=', 'y.affiliate_id')
            .whereRef('o.id', '<>', 'y.id')
            .where(
              sql<boolean>`daterange(o.starts_on, coalesce(o.ended_early_on, o.ends_on))
                && daterange(y.starts_on, y.ends_on)`,
            ),
        ),
      ),
    )
    .returning('y.id'),
);

export const recordTrial = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .updateTable('membership')
    .set((eb) => ({ trial_used_at: p.now, version: eb('version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId),
);

export const updateRenewing = query((db, p: Params<{ affiliateId: number; isRenewing: boolean }>) =>
  db
    .updateTable('membership')
    .set((eb) => ({ is_renewing: p.isRenewing, version: eb('version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('is_renewing', '<>', p.isRenewing),
);

/** Deletes the stored card when the membership ends, because it is no longer needed. */
export const deleteSavedCard = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('membership')
    .set((eb) => ({ is_renewing: false, payment_method: null, payment_hint: null, version: eb('version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where((eb) => eb.or([eb('is_renewing', '=', true), eb('payment_method', 'is not', null)])),
);

interface YearPayment {
  affiliateId: number;
  isRenewing: boolean;
  /** Null if the member paid without storing a card. */
  method: string | null;
  hint: string | null;
}

/** Stores the card of this year's payment, or removes it if the member paid without storing one. */
export const recordYear = query((db, p: Params<YearPayment>) =>
  db
    .updateTable('membership')
    .set((eb) => ({
      is_renewing: p.isRenewing,
      payment_method: sql`${p.method}::text`,
      payment_hint: sql`case when ${p.method}::text is not null then ${p.hint} end`,
      version: eb('version', '+', 1),
    }))
    .where('affiliate_id', '=', p.affiliateId),
);

export const recordRenewal = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('membership')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId),
);

interface ChargeAttempt {
  affiliateId: number;
  dueOn: string;
  number: number;
  outcome: 'paid' | 'declined';
  paymentId: string;
  now: Date;
}

export const insertChargeAttempt = query((db, p: Params<ChargeAttempt>) =>
  db.insertInto('renewal_try').values({
    affiliate_id: p.affiliateId,
    due_on: p.dueOn,
    number: p.number,
    outcome: p.outcome,
    payment_id: p.paymentId,
    tried_at: p.now,
  }),
);

/** Returns no row if the reminder was already sent. */
export const insertReminder = query(
  (db, p: Params<{ affiliateId: number; endsOn: string; daysBefore: number; now: Date }>) =>
    db
      .insertInto('membership_reminder')
      .values({ affiliate_id: p.affiliateId, ends_on: p.endsOn, days_before: p.daysBefore, sent_at: p.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('days_before as days'),
);

/**
 * Members whose membership ends soon or has ended and who were not notified yet. Excludes periods followed by another
 * one, memberships that ended over 60 days ago, and people who requested deletion.
 */
export const listDueMembers = query((db, p: Params<{ today: string }>) => {
  const today = sql`${p.today}::date`;
  return db
    .selectFrom('membership_period as y')
    .innerJoin('membership as m', 'm.affiliate_id', 'y.affiliate_id')
    .select('y.affiliate_id as affiliateId')
    .where((eb) => eb.between('y.ends_on', sql<string>`${today} - 60`, sql<string>`${today} + 30`))
    .where('y.ended_early_on', 'is', null)
    .where(({ eb, not, exists }) =>
      not(exists(eb.selectFrom('account_deletion as d').whereRef('d.affiliate_id', '=', 'y.affiliate_id'))),
    )
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('membership_period as n')
            .whereRef('n.affiliate_id', '=', 'y.affiliate_id')
            .whereRef('n.ends_on', '>', 'y.ends_on'),
        ),
      ),
    )
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('membership_reminder as r')
            .whereRef('r.affiliate_id', '=', 'y.affiliate_id')
            .whereRef('r.ends_on', '=', 'y.ends_on')
            .where(
              'r.days_before',
              '<=',
              sql<number>`case when y.ends_on <= ${today} then 0 when y.ends_on - ${today} <= 1 then 1
                when y.ends_on - ${today} <= 7 then 7 else 30 end`,
            ),
        ),
      ),
    )
    .orderBy('y.affiliate_id');
});

interface ECardRedemption {
  affiliateId: number;
  id: string;
  licenseID: number;
  savedMinor: number;
  now: Date;
}

/** The condition allows one redemption per year. */
export const redeemECard = query((db, p: Params<ECardRedemption>) =>
  db
    .updateTable('membership_period')
    .set({ ecard_license_id: p.licenseID, ecard_saved_minor: p.savedMinor, ecard_redeemed_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('ecard_redeemed_at', 'is', null)
    .returning('id'),
);

interface DiscountUse {
  affiliateId: number;
  code: string;
  today: string;
  usedFor: string;
  savedMinor: number;
  now: Date;
}

export const markDiscountUsed = query((db, p: Params<DiscountUse>) =>
  db
    .updateTable('membership_period')
    .set({ discount_used_at: p.now, discount_used_for: p.usedFor, discount_saved_minor: p.savedMinor })
    .where('affiliate_id', '=', p.affiliateId)
    .where('discount_code', '=', p.code)
    .where('starts_on', '<=', p.today)
    .where('discount_used_at', 'is', null)
    .returning('id'),
);

export const markDiscountUnused = query((db, p: Params<{ affiliateId: number; code: string }>) =>
  db
    .updateTable('membership_period')
    .set({ discount_used_at: null, discount_used_for: null, discount_saved_minor: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where('discount_code', '=', p.code),
);
