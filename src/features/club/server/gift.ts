import { uuidOf } from '../../../platform/server/uuid.ts';
import { type Doing, readBilling } from '../../payments/server/public.ts';
import { clubNotices } from '../shared/notices.ts';
import { addYear, freeFrom, spanOf } from '../shared/rules.ts';
import { insertYear } from './begin.ts';
import * as sql from './sql.ts';
import { lockState } from './state.ts';
import { tell } from './telling.ts';

/**
 * A year that came with a code. For a member it is added to the end; what is left of a trial comes on top. Whether the
 * membership renews afterwards stays as it was.
 */
export async function giveGiftYear(
  doing: Doing,
  { affiliateId, code }: { affiliateId: number; code: string },
): Promise<void> {
  const { db, now } = doing;
  const state = await lockState(db, affiliateId, now);
  const { standing, today, row } = state;
  const [wanted, until] = spanOf('gift', standing, today);
  const isTrial = standing.status === 'trial';
  if (isTrial) await sql.endTrial(db, affiliateId, today);
  const startsOn = isTrial ? wanted : freeFrom(row.periods, wanted);
  const endsOn = isTrial ? until : addYear(startsOn);
  const { currency } = await readBilling(doing, affiliateId);
  const id = uuidOf(`gift ${code}`);
  await insertYear(
    doing,
    { affiliateId, kind: 'gift', startsOn, endsOn, paymentId: null, priceMinor: 0, currency },
    id,
  );
  await sql.noteRenewal(db, affiliateId);
  await tell(doing, { to: affiliateId, notice: clubNotices.giftBegan, on: endsOn, key: id });
}
