import { statement } from '../../../platform/server/db.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { writeMoney } from '../../../platform/shared/money.ts';
import { isErased } from '../../account/server/public.ts';
import { notify } from '../../notifications/server/public.ts';
import { paymentNotices } from '../shared/notices.ts';
import type { Doing } from './purposes.ts';
import type { Refund } from './refunds-sql.ts';
import type { Payment } from './sql.ts';

interface Receiver {
  id: number;
  name: string;
  language: string;
}
const receiver = `p.affiliate_id as id, p.language,
  concat_ws(' ', nullif(p.given_name, ''), nullif(p.middle_name, ''), nullif(p.family_name, '')) as name`;
const findOwner = statement<Receiver, [affiliateId: number]>(
  `select ${receiver} from person p where p.affiliate_id = $1`,
);
const listDesk = statement<Receiver, []>(`
  select ${receiver} from person p where p.affiliate_type_id = 9 and p.given_name || p.family_name <> ''
  order by p.affiliate_id`);

interface Refused {
  isTheirs: boolean;
  deskPath: string | null;
}

/** Money that does not reach its owner is told to them and to the desk; what is tried every day is told once. */
export async function tellRefused(
  { services, db }: Doing,
  { paymentId, affiliateId, state, currency, description, returnPath }: Payment,
  { refundId, amountMinor: minor }: Refund,
  { isTheirs, deskPath }: Refused,
): Promise<void> {
  const key = state === 'returned' ? paymentId : refundId;
  const [owner] = await findOwner(db, affiliateId);
  const valuesFor = ({ language }: Receiver) => ({
    what: description,
    amount: writeMoney(pickLocale([language]), { minor, currency }),
  });
  if (owner !== undefined && !(await isErased(db, affiliateId)))
    await notify(services, db, {
      to: affiliateId,
      notice: paymentNotices.notReturned,
      values: { ...valuesFor(owner), isTheirs: isTheirs ? 'yes' : 'no' },
      path: returnPath,
      key,
    });
  for (const clerk of await listDesk(db))
    await notify(services, db, {
      to: clerk.id,
      notice: paymentNotices.returnRefused,
      values: { ...valuesFor(clerk), buyer: owner?.name || String(affiliateId) },
      path: deskPath ?? `/desk/people/${affiliateId}`,
      key,
    });
}
