import { loadBrand } from '#platform/server/config/brand.ts';
import type { Money } from '#platform/shared/money.ts';
import type { Notice, NoticeValues } from '#features/notifications/shared/notice.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';

interface MemberNotification {
  to: number;
  notice: Notice;
  /** The date in the message. */
  on?: string;
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
      // Noon UTC is the same date in nearly every time zone.
      ...(on !== undefined && { date: Date.parse(`${on}T12:00:00Z`) }),
      ...(price !== undefined && { price }),
      ...values,
    },
    path,
    isMailed,
    key,
  });
}
