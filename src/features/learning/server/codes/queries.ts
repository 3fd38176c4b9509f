import { sql } from 'kysely';
import { affiliateType } from '#domain/roles.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';

const isExpired = sql<boolean>`coalesce(access_code.expires_at <= now(), false)`;
const isShared = sql<boolean>`coalesce(access_code.share_ends_at > now(), false)`;
const columns = [
  'access_code.code',
  'access_code.package_id as packageId',
  'access_code.certification_name as certificationName',
  'access_code.is_club as isClub',
  'access_code.is_gift as isGift',
  'access_code.holder_affiliate_id as holderId',
  'access_code.given_by as givenBy',
  'access_code.store_number as storeNumber',
  'access_code.member_number as memberNumber',
  'access_code.created_at as createdAt',
  'access_code.expires_at as expiresAt',
  'access_code.share_ends_at as shareEndsAt',
  'access_code.redeemed_at as redeemedAt',
  'access_code.redeemed_by as redeemedBy',
  isExpired.as('isExpired'),
  isShared.as('isShared'),
] as const;

export const findCode = query((db, p: Params<{ code: string }>) =>
  db.selectFrom('access_code').select(columns).where('code', '=', p.code),
);

export type CodeRow = Row<typeof findCode>;

interface NewCode {
  code: string;
  packageId: string;
  certificationName: string;
  isClub: boolean;
  holder: number | null;
  storeNumber: number | null;
  memberNumber: number | null;
  expiresAt: Date | null;
}

export const insertCode = query((db, p: Params<NewCode>) =>
  db
    .insertInto('access_code')
    .values({
      code: p.code,
      package_id: p.packageId,
      certification_name: p.certificationName,
      is_club: p.isClub,
      holder_affiliate_id: p.holder,
      store_number: p.storeNumber,
      member_number: p.memberNumber,
      expires_at: p.expiresAt,
    })
    .returning(columns),
);

interface GrantedCode {
  code: string;
  packageId: string;
  certificationName: string;
  isClub: boolean;
  holder: number;
  grantKey: string;
}

/** Returns no row if the key was already used. */
export const insertGrantedCode = query((db, p: Params<GrantedCode>) =>
  db
    .insertInto('access_code')
    .values({
      code: p.code,
      package_id: p.packageId,
      certification_name: p.certificationName,
      is_club: p.isClub,
      holder_affiliate_id: p.holder,
      grant_key: p.grantKey,
    })
    .onConflict((conflict) => conflict.column('grant_key').doNothing())
    .returning(columns),
);

export const findGrantedCode = query((db, p: Params<{ grantKey: string }>) =>
  db.selectFrom('access_code').select(columns).where('grant_key', '=', p.grantKey),
);

interface BoughtCodes {
  codes: readonly string[];
  packageId: string;
  certificationName: string;
  isClub: boolean;
  /** Bought to give away. */
  isGift: boolean;
  holder: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

export const insertCodes = query((db, p: Params<BoughtCodes>) =>
  db
    .insertInto('access_code')
    .columns([
      'code',
      'package_id',
      'certification_name',
      'is_club',
      'is_gift',
      'holder_affiliate_id',
      'store_number',
      'member_number',
    ])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ code: string }>`unnest(${p.codes}::text[])`.as<'new'>(sql`new (code)`))
        .select([
          'new.code',
          p.packageId.as('package_id'),
          p.certificationName.as('certification_name'),
          p.isClub.as('is_club'),
          p.isGift.as('is_gift'),
          p.holder.as('holder_affiliate_id'),
          p.storeNumber.as('store_number'),
          p.memberNumber.as('member_number'),
        ]),
    ),
);

/**
 * Redeems exactly once: concurrent updates find the row already redeemed. A code that was given away can be redeemed
 * only by its holder.
 */
export const redeemCode = query((db, p: Params<{ code: string; affiliateId: number; packageId: string }>) =>
  db
    .updateTable('access_code')
    .set({
      redeemed_at: sql`now()`,
      redeemed_by: p.affiliateId,
      package_id: p.packageId,
      share_id: null,
      share_ends_at: null,
    })
    .where('code', '=', p.code)
    .where('redeemed_at', 'is', null)
    .where(({ not }) => not(isExpired))
    .where(({ not }) => not(isShared))
    .where((eb) => eb.or([eb('given_by', 'is', null), eb('holder_affiliate_id', '=', p.affiliateId)]))
    .returning(columns),
);

/** Codes that the person can redeem or share now. */
export const listUnredeemedCodes = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('access_code')
    .select(columns)
    .where('holder_affiliate_id', '=', p.affiliateId)
    .where('redeemed_at', 'is', null)
    .where(({ not }) => not(isExpired))
    .where(({ not }) => not(isShared))
    .orderBy('created_at', 'desc')
    .orderBy('code'),
);

interface CodeShare {
  code: string;
  affiliateId: number;
  shareId: string;
  lifetimeS: number;
}

/** Replaces the share id, which invalidates earlier links. */
export const shareCode = query((db, p: Params<CodeShare>) =>
  db
    .updateTable('access_code')
    .set({ share_id: p.shareId, share_ends_at: sql`now() + make_interval(secs => ${p.lifetimeS})` })
    .where('code', '=', p.code)
    .where('holder_affiliate_id', '=', p.affiliateId)
    .where('redeemed_at', 'is', null)
    .where(({ not }) => not(isExpired))
    .returning(columns),
);

export const findSharedCode = query((db, p: Params<{ code: string; shareId: string }>) =>
  db
    .selectFrom('access_code')
    .innerJoin('person_name as n', 'n.affiliate_id', 'access_code.holder_affiliate_id')
    .select(columns)
    .select('n.full_name as from')
    .where('code', '=', p.code)
    .where('share_id', '=', p.shareId)
    .where(isShared)
    .where('redeemed_at', 'is', null)
    .where(({ not }) => not(isExpired)),
);

export type SharedCodeRow = Row<typeof findSharedCode>;

export const claimCode = query((db, p: Params<{ code: string; shareId: string; affiliateId: number }>) =>
  db
    .updateTable('access_code')
    .set((eb) => ({
      given_by: eb.ref('holder_affiliate_id'),
      holder_affiliate_id: p.affiliateId,
      share_id: null,
      share_ends_at: null,
    }))
    .where('code', '=', p.code)
    .where('share_id', '=', p.shareId)
    .where(isShared)
    .where('redeemed_at', 'is', null)
    .where(({ not }) => not(isExpired))
    .returning(columns),
);

/** The expiry is backdated, so a redemption that started a moment earlier fails too. */
export const expireCodes = query((db, p: Params<{ codes: readonly string[] }>) =>
  db
    .updateTable('access_code')
    .set({
      expires_at: sql`greatest(created_at, now() - interval '2 minutes')`,
      share_id: null,
      share_ends_at: null,
    })
    .where((eb) => eb('code', '=', eb.fn.any(p.codes)))
    .where('redeemed_at', 'is', null)
    .where(({ not }) => not(isExpired))
    .returning(columns),
);

/** Bought codes never expire, so the expiry is removed when their refund fails. */
export const reactivateCodes = query((db, p: Params<{ codes: readonly string[] }>) =>
  db
    .updateTable('access_code')
    .set({ expires_at: null })
    .where((eb) => eb('code', '=', eb.fn.any(p.codes)))
    .where('redeemed_at', 'is', null)
    .returning(columns),
);

/** Set once, by the holder or the redeemer of the code. */
export const updateCodeStore = query((db, p: Params<{ code: string; affiliateId: number; storeNumber: number }>) =>
  db
    .updateTable('access_code')
    .set({ store_number: p.storeNumber })
    .where('code', '=', p.code)
    .where('store_number', 'is', null)
    .where((eb) => {
      const owner = eb.case().when('redeemed_at', 'is', null).then(eb.ref('holder_affiliate_id'));
      return eb(owner.else(eb.ref('redeemed_by')).end(), '=', p.affiliateId);
    })
    .returning(columns),
);

export const updateEnrollmentStore = query((db, p: Params<EnrollmentKey & { storeNumber: number }>) =>
  db
    .updateTable('enrollment')
    .set({ store_number: p.storeNumber })
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where('store_number', 'is', null),
);

export const findStore = query((db, p: Params<{ storeNumber: number }>) =>
  db
    .selectFrom('active_store as s')
    .innerJoin('person_name as n', 'n.affiliate_id', 's.affiliate_id')
    .select('n.full_name as name')
    .where('s.store_number', '=', p.storeNumber),
);

type RedeemedCode = Pick<CodeRow, 'givenBy' | 'holderId' | 'memberNumber' | 'storeNumber'>;

/** The recipient of the redemption notice: the giver, else the holder, else the seller. */
export const findGiver = query((db, p: Params<RedeemedCode & { redeemer: number }>) =>
  db
    .selectFrom('person as p')
    .select('p.affiliate_id as affiliateId')
    .where('p.affiliate_type_id', 'in', [affiliateType.divemaster, affiliateType.instructor, affiliateType.store])
    .where('p.email', 'is not', null)
    .where('p.affiliate_id', '<>', p.redeemer)
    .where((eb) =>
      eb.or([
        eb('p.affiliate_id', '=', p.givenBy),
        eb('p.affiliate_id', '=', p.holderId),
        eb('p.member_number', '=', p.memberNumber),
        eb('p.store_number', '=', p.storeNumber),
      ]),
    )
    .orderBy(
      sql`case when p.affiliate_id = ${p.givenBy} then 1 when p.affiliate_id = ${p.holderId} then 2
        when p.member_number = ${p.memberNumber} then 3 else 4 end`,
    )
    .limit(1),
);

export const findPerson = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .select(['n.full_name as name', 'p.affiliate_type_id as affiliateTypeId', 'p.email', 'p.language'])
    .where('p.affiliate_id', '=', p.affiliateId),
);

export const findAffiliation = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment as e')
    .leftJoin('person as s', 's.store_number', 'e.store_number')
    .leftJoin('person_name as sn', 'sn.affiliate_id', 's.affiliate_id')
    .leftJoin('person as m', 'm.member_number', 'e.member_number')
    .leftJoin('person_name as mn', 'mn.affiliate_id', 'm.affiliate_id')
    .select([
      'e.store_number as storeNumber',
      sql<string | null>`nullif(sn.full_name, '')`.as('storeName'),
      'e.member_number as memberNumber',
      sql<string | null>`nullif(mn.full_name, '')`.as('memberName'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId),
);

export const listEnrolledPackages = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('enrollment')
    .select((eb) => ['package_id as packageId', eb('completed_at', 'is not', null).as('isCompleted')])
    .where('affiliate_id', '=', p.affiliateId),
);

/** SCORM courses are stored in the database instead of the content files. */
export const findScormCourse = query((db, p: Params<{ packageId: string }>) =>
  db
    .selectFrom('scorm_package')
    .select(['title', sql<number>`jsonb_array_length(items)`.as('lessons')])
    .where('package_id', '=', p.packageId),
);
