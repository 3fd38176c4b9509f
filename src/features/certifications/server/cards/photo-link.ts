import * as z from 'zod';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { findApprovedPhoto, readPhoto } from '#features/account/server/public.ts';
import { type eCardEndpoints, fail } from '#features/certifications/shared/contract.ts';
import { checkCredential, unpackCredential } from '#features/certifications/shared/credential.ts';
import { listPublicKeys } from '#features/certifications/server/credentials/signing-keys.ts';
import { findCardHolder } from '#features/certifications/server/queries.ts';
import { resolveSubject } from '#features/certifications/server/card-subject.ts';

const context = EncryptionContext.ofToken('photo-link');
const lifetimeMs = 10 * 60_000;

/** The owner, the photo and the expiry. Encrypted, so links can't be forged and don't reveal the person. */
const PhotoLink = z.object({ owner: z.int(), photo: z.uuid(), until: z.number() });

function decryptPhotoLink({ env }: Services, token: string, now: Date): z.output<typeof PhotoLink> {
  try {
    const link = PhotoLink.parse(JSON.parse(decrypt(env.SECRET_KEYS, context, token)));
    if (link.until > now.getTime()) return link;
  } catch {
    // The token is forged or truncated.
  }
  throw fail('certifications.link_over');
}

async function replyWithPhoto(ctx: Context<Context['user'] | null>, owner: number, photoId: string | null) {
  const photo = await findApprovedPhoto.first(ctx.db, { affiliateId: owner, photoId });
  const jpeg = photo && (await readPhoto(ctx.services, photo.fileKey));
  return jpeg ? new FileReply(jpeg, 'image/jpeg') : null;
}

/** A link to the approved photo, valid for ten minutes; null without one. */
export async function createPhotoLink(
  { db, now, services: { env } }: Pick<Context, 'db' | 'now' | 'services'>,
  owner: number,
): Promise<string | null> {
  const photo = await findApprovedPhoto.first(db, { affiliateId: owner, photoId: null });
  if (photo === undefined) return null;
  const link = { owner, photo: photo.id, until: now.getTime() + lifetimeMs };
  return `${env.BASE_URL}/api/ecards/photo/${encrypt(env.SECRET_KEYS, context, JSON.stringify(link))}`;
}

export const photoLinkHandlers: Pick<
  Handlers<typeof eCardEndpoints>,
  'GET GetCertificationPhoto' | 'GET photo/{token}' | 'POST verify/photo'
> = {
  'GET GetCertificationPhoto': async (ctx, { query }) => {
    const owner = await resolveSubject(ctx, query.affiliateId, 'photo');
    return { preSignedURL: await createPhotoLink(ctx, owner) };
  },

  'GET photo/{token}': async (ctx, { params: { token } }) => {
    const { owner, photo } = decryptPhotoLink(ctx.services, token, ctx.now);
    const reply = await replyWithPhoto(ctx, owner, photo);
    if (reply === null) throw fail('certifications.link_over');
    return reply;
  },

  'POST verify/photo': async (ctx, { body: { credential } }) => {
    const jws = credential.includes('.') ? credential : unpackCredential(credential);
    let statusIndex = -1;
    // Revocation is checked against the card itself below, not against the published list.
    const noteIndex = (index: number): boolean => {
      statusIndex = index;
      return false;
    };
    const verdict = jws === null ? null : await checkCredential(jws, await listPublicKeys(ctx.db), noteIndex);
    if (verdict?.state !== 'valid') throw fail('certifications.not_valid', { path: 'credential' });
    const holder = await findCardHolder.first(ctx.db, { licenseID: verdict.card.licenseID });
    // A code from before the card was signed again is invalid.
    if (holder?.statusIndex !== statusIndex) throw fail('certifications.not_valid', { path: 'credential' });
    const reply = await replyWithPhoto(ctx, holder.affiliateId, null);
    if (reply === null) throw failCall('not_found');
    return reply;
  },
};
