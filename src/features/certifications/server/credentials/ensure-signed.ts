import { createHash } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { findCardToRender } from '#features/certifications/server/cards/make-card-files.ts';
import { signCardJob } from '#features/certifications/server/cards/issue-ecard.ts';
import { isCurrentVersion, isCredentialCurrent, type SignableCard } from './sign-card.ts';

/** The job queued at issuing gets this long before signing is retried. */
const signingGraceMs = 10_000;
/** Requests within this window share one job. */
const jobWindowMs = 5 * 60_000;

type SigningContext = Pick<Context, 'services' | 'now'>;

/**
 * Returns whether the credential matches the card. If not, signing is queued, once for concurrent requests. A
 * credential of an older version is still shown and replaced in the background.
 */
export async function ensureSigned({ services, now }: SigningContext, card: SignableCard): Promise<boolean> {
  const isSigned = isCredentialCurrent(services, card);
  const { affiliateId, licenseID, credential } = card;
  if (isSigned && credential !== null && isCurrentVersion(credential)) return true;
  // The status index changes with every signature, so changing a name back counts as another change.
  const cardHash = createHash('sha256').update(JSON.stringify(card)).digest('base64url');
  const id = `${licenseID} ${cardHash} ${Math.floor(now.getTime() / jobWindowMs)}`;
  const startAfter = new Date(now.getTime() + signingGraceMs);
  const options = credential === null ? { id, startAfter } : { id };
  await enqueue(services.database.db, signCardJob, { affiliateId, licenseID }, options);
  return isSigned;
}

/** Like ensureSigned, by license number. Revoked cards are not signed. */
export async function ensureCardSigned(ctx: SigningContext, affiliateId: number, licenseID: number): Promise<boolean> {
  const card = await findCardToRender.first(ctx.services.database.db, { affiliateId, licenseID });
  return card === undefined || ensureSigned(ctx, card);
}
