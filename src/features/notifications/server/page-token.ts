import * as z from 'zod';
import { fail } from '#features/notifications/shared/contract.ts';

const PageTokenContent = z.tuple([z.iso.datetime(), z.uuid()]);

/** The position before the newest notification. */
export const firstPagePosition = { timestamp: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The position where a page ended: the timestamp, to the microsecond, and the id. */
export function encodePageToken({ timestamp, id }: { timestamp: string; id: string }): string {
  return Buffer.from(JSON.stringify([timestamp, id])).toString('base64url');
}

export function decodePageToken(token: string): { timestamp: string; id: string } {
  try {
    const [timestamp, id] = PageTokenContent.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
    return { timestamp, id };
  } catch (error) {
    throw fail('notifications.wrong_token', { path: 'nextToken', cause: error });
  }
}
