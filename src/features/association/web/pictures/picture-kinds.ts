import type { MessageId, MessageIdEnd } from '#platform/shared/message-id.ts';
import type { QueuePageData } from '#features/association/web/use-queue.ts';
import { eCardClient, photoClient } from '#features/association/web/client.ts';

/** A picture in the desk's queue. */
export interface DeskPicture {
  id: string;
  affiliateId: number;
  fullName: string;
  isMinor: boolean;
  uploadedAt: string;
  /** Outside cards only: the details its owner entered. */
  card: { agency: string; level: string; number: string; certDate: string | null } | null;
}

export interface PictureKind {
  name: 'photos' | 'card_photos';
  messageId: (part: MessageIdEnd<'association.photos.'> & MessageIdEnd<'association.card_photos.'>) => MessageId;
  /** Preset rejection reasons: the messages `association.reject.<reason>.…`. */
  reasons: readonly string[];
  list: (offset: number) => Promise<QueuePageData<DeskPicture>>;
  show: (picture: DeskPicture) => Promise<Blob>;
  /** A reason rejects the picture; null approves it, with the equivalent level of an outside card. */
  decide: (picture: DeskPicture, reason: string | null, equivalentLevelID: number | null) => Promise<unknown>;
}

/** Photos of people for their cards. */
export const photoKind: PictureKind = {
  name: 'photos',
  messageId: (part) => `association.photos.${part}`,
  reasons: ['face', 'dark', 'several', 'not_person'],
  list: async (offset) => {
    const { total, items } = await photoClient('GET certifications/photos/pending', { query: { offset } });
    return { total, items: items.map(({ photoId, ...photo }) => ({ ...photo, id: photoId, card: null })) };
  },
  show: ({ affiliateId, id: photoId }) =>
    photoClient('POST certifications/photos/getphoto', { body: { affiliateId, photoId } }),
  decide: ({ affiliateId, id: photoId }, reason) =>
    photoClient('POST certifications/photos/{affiliateId}/decision', {
      params: { affiliateId },
      body: reason === null ? { photoId, status: 'approved' } : { photoId, status: 'rejected', reason },
    }),
};

/** Pictures of outside cards. */
export const cardPhotoKind: PictureKind = {
  name: 'card_photos',
  messageId: (part) => `association.card_photos.${part}`,
  reasons: ['unreadable', 'other_name', 'other_card', 'not_card'],
  list: async (offset) => {
    const { total, items } = await eCardClient('GET outside/pending', { query: { offset } });
    return {
      total,
      items: items.map(({ agency, level, number, certDate, ...picture }) => ({
        ...picture,
        card: { agency, level, number, certDate },
      })),
    };
  },
  show: ({ affiliateId, id }) => eCardClient('GET outside/{affiliateId}/{id}/picture', { params: { affiliateId, id } }),
  decide: ({ affiliateId, id, uploadedAt }, reason, equivalentLevelID) =>
    eCardClient('POST outside/{affiliateId}/{id}/decision', {
      params: { affiliateId, id },
      body:
        reason === null
          ? { uploadedAt, status: 'approved', equivalentLevelID }
          : { uploadedAt, status: 'rejected', reason },
    }),
};
