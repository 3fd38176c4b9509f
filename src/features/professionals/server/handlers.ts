import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import type { Brand } from '#platform/shared/brand.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { toMajorUnits } from '#platform/shared/money.ts';
import { requireSubject, describeAddress, auditRead, decryptAddress } from '#features/account/server/public.ts';
import {
  professionalsApi,
  type FormsQuery,
  type ProfessionalForms,
  type ProfessionalInfo,
  type ProfessionalLink,
} from '#features/professionals/shared/contract.ts';
import * as queries from './queries.ts';

type ListForms = (ctx: Context, query: FormsQuery) => Promise<ProfessionalForms>;

/** The forms feature depends on this one, so its list is passed in. */
export const professionalsResolvers = (listForms: ListForms): GraphqlResolvers =>
  defineResolvers(professionalsApi, {
    links: async ({ services, locale }) => listLinks(loadBrand(services.env.BRAND_FILE), locale),
    forms: (ctx, { query }) => listForms(ctx, query ?? { page: 1, search: '' }),
    member: async (ctx) =>
      (await queries.findMembership.first(ctx.db, { affiliateId: ctx.user.affiliateId })) ?? {
        memberNumber: null,
        memberStatus: null,
      },
    memberInfo: async (ctx, { query: { number } }) =>
      describeProfessional(ctx, number, await queries.findMember.first(ctx.db, { memberNumber: number })),
    storeInfo: async (ctx, { query: { number } }) =>
      describeProfessional(ctx, number, await queries.findStore.first(ctx.db, { storeNumber: number })),
  });

/** The names come from the brand file. */
function listLinks({ professionalLinks }: Brand, locale: Locale): ProfessionalLink[] {
  return professionalLinks.map(({ name, url }) => ({
    name: name[locale] ?? name['en-US'],
    url,
    isExternal: !url.startsWith('/'),
  }));
}

/**
 * Everyone may know the name and place; the rest is for the professional themselves and for staff, whose reading is
 * audited.
 */
async function describeProfessional(
  ctx: Context,
  number: number,
  row: queries.ProfessionalRow | undefined,
): Promise<ProfessionalInfo | null> {
  if (row === undefined) return null;
  const { affiliateId, name, city, country, sub, encryptedAddress } = row;
  const hidden = { sub: null, availableCredit: null, availableCreditCurrency: null, address: null };
  const publicInfo = { number, name, city, country, affiliateId, ...hidden };
  if (affiliateId !== ctx.user.affiliateId) {
    if (ctx.user.role !== 'staff') return publicInfo;
    await auditRead(ctx, await requireSubject(ctx, affiliateId), 'professional');
  }
  return {
    ...publicInfo,
    sub,
    availableCredit: creditAmount(row),
    availableCreditCurrency: row.creditMinor === null ? null : row.creditCurrency,
    address:
      encryptedAddress === null
        ? null
        : describeAddress(decryptAddress(ctx.services.env.SECRET_KEYS, affiliateId, encryptedAddress), ctx.locale),
  };
}

function creditAmount({ creditMinor, creditCurrency }: queries.ProfessionalRow): number | null {
  return creditMinor === null || creditCurrency === null
    ? null
    : toMajorUnits({ minor: creditMinor, currency: creditCurrency });
}
