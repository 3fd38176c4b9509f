import { type Db, statement } from '#platform/server/db/database.ts';
import type { ErasureRules } from '#platform/server/privacy/personal-data.ts';
import { listPersonalTables, type PersonKeys } from '#platform/server/privacy/personal-tables.ts';
import { findCredentials, payloadLookupSql } from '#features/identity/server/public.ts';
import { removeFromApplicationSearch } from '#features/account/server/people/application-search-queries.ts';

/** The prefix of an erased person's sub. */
export const erasedPrefix = 'erased:';

/**
 * Leaves a row that other people's records point to: it keeps the numbers of a professional or a store, and no personal
 * data.
 */
const anonymizePerson = statement<unknown, [affiliateId: number]>(`
  update person set sub = '${erasedPrefix}' || gen_random_uuid(), global_uuid = gen_random_uuid(), email = null, given_name = '',
    middle_name = '', family_name = '', birthdate = null, gender = null, language = default, unit = default, city = '',
    country = '', available_credit_minor = null, available_credit_currency = null,
    member_status = case when member_status is not null then 'Inactive' end, version = version + 1
  where affiliate_id = $1`);

/** An open payment keeps its card until it is settled, because its outcome has to be queried. */
const clearPaymentCards = statement<unknown, [affiliateId: number]>(`
  update payment set method = null, hint = null where affiliate_id = $1 and state <> 'open' and method is not null`);

/** Orders are retained without their delivery address. */
const clearDeliveryAddresses = statement<unknown, [affiliateId: number]>(`
  update shop_order set sealed_address = null where affiliate_id = $1 and sealed_address is not null`);

/** Codes give access to courses and must not outlive the person. */
const clearCourseCodes = statement<unknown, [affiliateId: number]>(`
  update order_line set codes = '{}', taken_codes = '{}' where affiliate_id = $1 and codes || taken_codes <> '{}'`);

/** Refunds are retained without their free-text reason. */
const clearRefundReasons = statement<unknown, [affiliateId: number]>(`
  update order_refund set reason = '–' where affiliate_id = $1`);

const selectErased = statement<{ is_erased: boolean }, [affiliateId: number]>(`
  select starts_with(sub, '${erasedPrefix}') as is_erased from person where affiliate_id = $1 for share`);

/** `for share` keeps a person who isn't erased that way until the caller's transaction ends. */
export async function isErased(db: Db, affiliateId: number): Promise<boolean> {
  return (await selectErased(db, affiliateId))[0]?.is_erased ?? true;
}

/** Erasure rules that the declarations in the database can't express. */
export const erasureRules: ErasureRules = {
  lookups: {
    // A code that was given away belongs to its receiver, for whom it still opens a course.
    access_code: '(holder_affiliate_id = $1 or redeemed_by = $1)',
    // The invited and the inviting person are stored in the child's row.
    guardian_invite: '(affiliate_id = $1 or invited_by = $1 or accepted_by = $1 or lower(email) = lower($3))',
    guardian_agreement: '(affiliate_id = $1 or guardian_id = $1)',
    guardian_removal: '(affiliate_id = $1 or guardian_id = $1)',
    former_guardian: '(affiliate_id = $1 or guardian_id = $1)',
    guardian_link: '(affiliate_id = $1 or guardian_id = $1)',
    oidc_payload: payloadLookupSql,
  },
  anonymise: {
    payment: async (db, { affiliateId }) => void (await clearPaymentCards(db, affiliateId)),
    shop_order: async (db, { affiliateId }) => void (await clearDeliveryAddresses(db, affiliateId)),
    order_line: async (db, { affiliateId }) => void (await clearCourseCodes(db, affiliateId)),
    order_refund: async (db, { affiliateId }) => void (await clearRefundReasons(db, affiliateId)),
    person: async (db, { affiliateId }) => {
      await removeFromApplicationSearch(db, affiliateId);
      await anonymizePerson(db, affiliateId);
    },
  },
};

export async function loadPersonKeys(
  db: Db,
  { affiliateId, sub }: Pick<PersonKeys, 'affiliateId' | 'sub'>,
): Promise<PersonKeys> {
  return { affiliateId, sub, email: (await findCredentials(db, sub))?.account.email ?? null };
}

/** Retained tables and the reasons, which people are shown before they decide. */
export async function listRetainedTables(db: Db): Promise<{ table: string; reason: string | null }[]> {
  const tables = await listPersonalTables(db);
  return tables.filter(({ onErasure }) => onErasure === 'keep').map(({ name, reason }) => ({ table: name, reason }));
}
