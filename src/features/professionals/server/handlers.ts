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
import * as sql from './queries.ts';

type ListForms = (ctx: Context, query: FormsQuery) => Promise<ProfessionalForms>;

/** The forms come from the area that keeps them, which knows this one. */
export const professionalsResolvers = (listForms: ListForms): GraphqlResolvers =>
  defineResolvers(professionalsApi, {
    links: async ({ services, locale }) => listLinks(loadBrand(services.env.BRAND_FILE), locale),
    forms: (ctx, { query }) => listForms(ctx, query ?? { page: 1, search: '' }),
    member: async (ctx) =>
      (await sql.findMembership(ctx.db, ctx.user.affiliateId))[0] ?? { memberNumber: null, memberStatus: null },
    memberInfo: async (ctx, { query: { number } }) =>
      describeProfessional(ctx, number, (await sql.findMember(ctx.db, number))[0]),
    storeInfo: async (ctx, { query: { number } }) =>
      describeProfessional(ctx, number, (await sql.findStore(ctx.db, number))[0]),
  });

/** The words are the brand's own. */
function listLinks({ professionalLinks }: Brand, locale: Locale): ProfessionalLink[] {
  return professionalLinks.map(({ name, url }) => ({
    name: name[locale] ?? name['en-US'],
    url,
    isExternal: !url.startsWith('/'),
  }));
}

/** Everybody may know who it is and where; the rest is for themselves and for staff, whose reading is written down. */
async function describeProfessional(
  ctx: Context,
  number: number,
  row: sql.ProfessionalRow | undefined,
): Promise<ProfessionalInfo | null> {
  if (row === undefined) return null;
  const { affiliateId, name, city, country, sub, sealedAddress } = row;
  const hidden = { sub: null, availableCredit: null, availableCreditCurrency: null, address: null };
  const known = { number, name, city, country, affiliateId, ...hidden };
  if (affiliateId !== ctx.user.affiliateId) {
    if (ctx.user.role !== 'staff') return known;
    await auditRead(ctx, await requireSubject(ctx, affiliateId), 'professional');
  }
  return {
    ...known,
    sub,
    availableCredit: creditAmount(row),
    availableCreditCurrency: row.creditMinor === null ? null : row.creditCurrency,
    address:
      sealedAddress === null
        ? null
        : describeAddress(decryptAddress(ctx.services.env.SECRET_KEYS, sealedAddress), ctx.locale),
  };
}

function creditAmount({ creditMinor, creditCurrency }: sql.ProfessionalRow): number | null {
  return creditMinor === null || creditCurrency === null
    ? null
    : toMajorUnits({ minor: creditMinor, currency: creditCurrency });
}
