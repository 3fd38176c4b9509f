import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { LogPhoto } from './contract.ts';
import { limits } from './rules.ts';

const LogId = z.object({ logId: z.string().regex(/^[1-9]\d{0,17}$/) });
const Image = LogId.extend({ imageId: z.uuid() });

/** Photos of a dive, visible to everyone who can see the dive and editable by its diver. */
export const imageEndpoints = defineEndpoints('logbook', {
  'GET api/Image/GetImageList/{logId}': {
    summary: 'Lists the photos of a dive, in their order.',
    access: 'signedIn',
    params: LogId,
    output: z.array(LogPhoto),
  },
  'GET api/Image/GetImage/{logId}/{imageId}': {
    summary: 'Returns a photo or its thumbnail as JPEG.',
    access: 'signedIn',
    params: Image,
    query: z.object({ size: z.enum(['full', 'thumb']).optional() }),
    output: z.unknown(),
  },
  'POST api/Image/UploadImage/{logId}': {
    summary: 'Adds a photo at the end, 20 at most. It is re-encoded, which removes its location.',
    access: 'signedIn',
    // The image is processed outside a transaction.
    kind: 'read',
    params: LogId,
    body: z.object({ logId: z.string().optional(), key: z.uuid().optional() }),
    upload: { field: 'image', maxBytes: limits.photoBytes },
    output: LogPhoto,
  },
  'DELETE api/Image/DeleteImage/{logId}/{imageId}': {
    summary: 'Deletes a photo.',
    access: 'signedIn',
    params: Image,
    output: z.null(),
  },
});
