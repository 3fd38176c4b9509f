import { readBrand } from '../../../platform/server/brand.ts';
import type { Context } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { assertCanPay, openPayment, quoteDigital, readBilling } from '../../payments/server/public.ts';
import type { Quote } from '../../payments/shared/quote.ts';
import { fail, type OfferKind } from '../shared/contract.ts';
import { prices } from '../shared/rules.ts';
import { clubPurposeName, type ClubReference, isCharging } from './purpose.ts';
import { readState } from './state.ts';

interface YearRequest {
  /** Who pays, by whose country and currency. */
  payerId: number;
  memberId: number;
  key: string;
  kind: OfferKind;
  isRenewing: boolean;
  /** Where the payer returns to. */
  returnPath?: string;
  requestId?: string;
}

type Opening = Pick<Context, 'db' | 'now' | 'services'>;

export const findLanguage = statement<{ language: string }, [affiliateId: number]>(
  'select language from person where affiliate_id = $1',
);

/** The payment of a membership year, at today's price. Refused for a minor, and without a country. */
export async function openYearPayment(
  doing: Opening,
  { payerId, memberId, key, kind, isRenewing, returnPath = '/club', requestId }: YearRequest,
): Promise<{ paymentId: string; url: string | null; quote: Quote }> {
  const { db, now, services } = doing;
  const { standing } = await readState(db, memberId, now);
  if (!standing.offers.includes(kind) || (await isCharging(db, memberId)))
    throw fail('club.not_allowed', { path: 'kind' });
  const billing = await readBilling(doing, payerId);
  assertCanPay(billing);
  const quote = quoteDigital(doing, billing, prices[kind]);
  const { club } = readBrand(services.env.BRAND_FILE);
  const locale = pickLocale([(await findLanguage(db, payerId))[0]?.language]);
  const reference: ClubReference = {
    kind,
    isRenewing,
    ...(memberId !== payerId && { memberId }),
    ...(requestId !== undefined && { requestId }),
    quote,
  };
  const opened = await openPayment(doing, {
    affiliateId: payerId,
    key,
    purpose: clubPurposeName,
    reference,
    amountMinor: quote.totalMinor,
    currency: quote.currency,
    description: services.messages.format(locale, 'club.payment.description', { club, kind }),
    isCardKept: isRenewing,
    returnPath,
  });
  return { ...opened, quote };
}
