import { readBrand } from '../../../platform/server/brand.ts';
import { statement } from '../../../platform/server/db.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { type Money, writeMoney } from '../../../platform/shared/money.ts';
import type { Notice } from '../../notifications/shared/notice.ts';
import { notify } from '../../notifications/server/public.ts';
import type { Doing } from '../../payments/server/public.ts';

interface ClubNews {
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
export async function tell({ services, db }: Pick<Doing, 'services' | 'db'>, news: ClubNews): Promise<void> {
  const { to, notice, on, price, values = {}, path = '/club', key } = news;
  await notify(services, db, {
    to,
    notice,
    values: {
      club: readBrand(services.env.BRAND_FILE).club,
      // At noon, so that it is the same day wherever it is written out.
      ...(on !== undefined && { date: Date.parse(`${on}T12:00:00Z`) }),
      ...(price !== undefined && { price: writeMoney(pickLocale([(await findLanguage(db, to))[0]?.language]), price) }),
      ...values,
    },
    path,
    key,
  });
}
