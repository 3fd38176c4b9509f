import { loadBrand } from '#platform/server/config/brand.ts';
import { statement } from '#platform/server/db/database.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { type Money, formatMoneyForLocale } from '#platform/shared/money.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { TransactionContext } from '#features/payments/server/public.ts';

interface MemberNotification {
  to: number;
  notice: Notice;
  /** The day it is about. */
  on?: string;
  price?: Money;
  values?: Record<string, string | number>;
  path?: string;
  key: string;
}

const findLanguage = statement<{ language: string }, [affiliateId: number]>(
  'select language from person where affiliate_id = $1',
);

/** Tells somebody something of the club, which is called what the association calls it. */
export async function notifyMember(
  { services, db }: Pick<TransactionContext, 'services' | 'db'>,
  news: MemberNotification,
): Promise<void> {
  const { to, notice, on, price, values = {}, path = '/club', key } = news;
  await notify(services, db, {
    to,
    notice,
    values: {
      club: loadBrand(services.env.BRAND_FILE).club,
      // At noon, so that it is the same day wherever it is written out.
      ...(on !== undefined && { date: Date.parse(`${on}T12:00:00Z`) }),
      ...(price !== undefined && {
        price: formatMoneyForLocale(pickLocale([(await findLanguage(db, to))[0]?.language]), price),
      }),
      ...values,
    },
    path,
    key,
  });
}
