import { loadBrand } from '#platform/server/config/brand.ts';
import type { Day } from '#platform/shared/dates.ts';
import type { Money } from '#platform/shared/money.ts';
import type { Notice, NoticeValues } from '#features/notifications/shared/notice.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';

interface MemberNotification {
  to: number;
  notice: Notice;
  /** The date in the message. */
  on?: Day;
  price?: Money;
  values?: NoticeValues;
  path?: string;
  isMailed?: boolean;
  key: string;
}

/** Sends a club notification that includes the club's brand name. */
export async function notifyMember(
  { services, db }: Pick<TransactionContext, 'services' | 'db'>,
  notification: MemberNotification,
): Promise<void> {
  const { to, notice, on, price, values = {}, path = '/club', isMailed = true, key } = notification;
  await notify(services, db, {
    to,
    notice,
    values: {
      club: loadBrand(services.env.BRAND_FILE).club,
      ...(on !== undefined && { date: on }),
      ...(price !== undefined && { price }),
      ...values,
    },
    path,
    isMailed,
    key,
  });
}
