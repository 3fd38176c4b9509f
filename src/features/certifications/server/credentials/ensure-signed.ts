import { createHash } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { selectCardToRender } from '#features/certifications/server/cards/make-card-files.ts';
import { signCardJob } from '#features/certifications/server/cards/issue-ecard.ts';
import { isCurrentVersion, isCredentialCurrent, type SignableCard } from './sign-card.ts';

/** The job that was written when the card was issued has so long before it is thought to have given up. */
const signingGraceMs = 10_000;
/** Whoever asks again within this time has the same job made for them. */
const jobWindowMs = 5 * 60_000;

type SigningContext = Pick<Context, 'services' | 'now'>;

/**
 * Whether the card is signed as it is now. If not, it is being signed from here on, however many ask. A credential of an
 * older version is shown as it is and replaced in the background.
 */
export async function ensureSigned({ services, now }: SigningContext, card: SignableCard): Promise<boolean> {
  const isSigned = isCredentialCurrent(services, card);
  const { affiliateId, licenseID, credential } = card;
  if (isSigned && credential !== null && isCurrentVersion(credential)) return true;
  // The bit of a card changes whenever it is signed anew: a name that comes back is another change.
  const said = createHash('sha256').update(JSON.stringify(card)).digest('base64url');
  const id = `${licenseID} ${said} ${Math.floor(now.getTime() / jobWindowMs)}`;
  const startAfter = new Date(now.getTime() + signingGraceMs);
  const options = credential === null ? { id, startAfter } : { id };
  await enqueue(services.database.db, signCardJob, { affiliateId, licenseID }, options);
  return isSigned;
}

/** The same of a card that is only known by its number. One that was revoked is not signed any more. */
export async function ensureCardSigned(ctx: SigningContext, affiliateId: number, licenseID: number): Promise<boolean> {
  const [card] = await selectCardToRender(ctx.services.database.db, affiliateId, licenseID);
  return card === undefined || ensureSigned(ctx, card);
}
