import type { Context } from '#platform/server/http/context.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { findApprovedPhoto, readPhoto } from '#features/account/server/public.ts';
import { findStore } from '#features/professionals/server/public.ts';
import type { dsdEndpoints } from '#features/dsd/shared/contract.ts';

type DiscoverEndpoints = 'GET Discover/{storeNumber}' | 'GET Discover/{storeNumber}/photo';

/** Public, so only the store's name, place and approved photo are returned. */
export const discoverHandlers: Pick<Handlers<typeof dsdEndpoints>, DiscoverEndpoints> = {
  async 'GET Discover/{storeNumber}'(ctx, { params: { storeNumber } }) {
    const { affiliateId, name, city, country } = await requireStore(ctx, storeNumber);
    const photo = await findApprovedPhoto.first(ctx.db, { affiliateId, photoId: null });
    return { storeNumber, name, city, country, hasPhoto: photo !== undefined };
  },

  async 'GET Discover/{storeNumber}/photo'(ctx, { params: { storeNumber } }) {
    const { affiliateId } = await requireStore(ctx, storeNumber);
    const photo = await findApprovedPhoto.first(ctx.db, { affiliateId, photoId: null });
    const jpeg = photo && (await readPhoto(ctx.services, photo.fileKey));
    if (!jpeg) throw failCall('not_found');
    return new FileReply(jpeg, 'image/jpeg', { 'cache-control': 'public, max-age=300' });
  },
};

async function requireStore({ db }: Pick<Context, 'db'>, storeNumber: number) {
  const store = await findStore.first(db, { storeNumber });
  if (store === undefined) throw failCall('not_found');
  return store;
}
