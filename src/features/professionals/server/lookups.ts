import type { Context } from '../../../platform/server/context.ts';
import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { amountOf } from '../../../platform/shared/money.ts';
import { demandSubject, describeAddress, logReading, openAddress } from '../../account/server/public.ts';
import { professionalsApi, type ProfessionalInfo } from '../shared/contract.ts';
import * as sql from './sql.ts';

export const professionalsPart: GraphqlPart = graphqlPart(professionalsApi, {
  memberInfo: async (ctx, { query: { number } }) => describe(ctx, number, (await sql.findMember(ctx.db, number))[0]),
  storeInfo: async (ctx, { query: { number } }) => describe(ctx, number, (await sql.findStore(ctx.db, number))[0]),
});

/** Everybody may know who it is and where; the rest is for themselves and for staff, whose reading is written down. */
async function describe(ctx: Context, number: number, row: sql.FoundRow | undefined): Promise<ProfessionalInfo | null> {
  if (row === undefined) return null;
  const { affiliateId, name, city, country, sub, sealedAddress } = row;
  const known = { number, name, city, country, affiliateId, sub: null, availableCredit: null, address: null };
  if (affiliateId !== ctx.user.affiliateId) {
    if (ctx.user.role !== 'staff') return known;
    await logReading(ctx, await demandSubject(ctx, affiliateId), 'professional');
  }
  return {
    ...known,
    sub,
    availableCredit: creditOf(row),
    address:
      sealedAddress === null
        ? null
        : describeAddress(openAddress(ctx.services.env.SECRET_KEYS, sealedAddress), ctx.locale),
  };
}

function creditOf({ creditMinor, creditCurrency }: sql.FoundRow): number | null {
  return creditMinor === null || creditCurrency === null
    ? null
    : amountOf({ minor: creditMinor, currency: creditCurrency });
}
