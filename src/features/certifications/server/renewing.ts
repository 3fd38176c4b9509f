import { createHash } from 'node:crypto';
import type { Context } from '../../../platform/server/context.ts';
import { enqueue } from '../../../platform/server/jobs.ts';
import { selectToMake } from './card-making.ts';
import { signCardJob } from './issuing.ts';
import { isCurrentVersion, isSignedAsIs, type Signable } from './signing.ts';

/** The job that was written when the card was issued has so long before it is thought to have given up. */
const patienceMs = 10_000;
/** Whoever asks again within this time has the same job made for them. */
const sameJobMs = 5 * 60_000;

type Asked = Pick<Context, 'services' | 'now'>;

/**
 * Whether the card is signed as it is now. If not, it is being signed from here on, however many ask. A credential of an
 * older version is shown as it is and replaced in the background.
 */
export async function isSignedOrWillBe({ services, now }: Asked, card: Signable): Promise<boolean> {
  const isSigned = isSignedAsIs(services, card);
  const { affiliateId, licenseID, credential } = card;
  if (isSigned && credential !== null && isCurrentVersion(credential)) return true;
  // The bit of a card changes whenever it is signed anew: a name that comes back is another change.
  const said = createHash('sha256').update(JSON.stringify(card)).digest('base64url');
  const id = `${licenseID} ${said} ${Math.floor(now.getTime() / sameJobMs)}`;
  const startAfter = new Date(now.getTime() + patienceMs);
  const options = credential === null ? { id, startAfter } : { id };
  await enqueue(services.database.db, signCardJob, { affiliateId, licenseID }, options);
  return isSigned;
}

/** The same of a card that is only known by its number. One that was revoked is not signed any more. */
export async function isCardSigned(ctx: Asked, affiliateId: number, licenseID: number): Promise<boolean> {
  const [card] = await selectToMake(ctx.services.database.db, affiliateId, licenseID);
  return card === undefined || isSignedOrWillBe(ctx, card);
}
