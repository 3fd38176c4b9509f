import * as z from 'zod';
import { fail } from '../shared/contract.ts';

const Place = z.tuple([z.iso.datetime(), z.uuid()]);

/** Before everything that anybody was ever told. */
export const firstPage = { timestamp: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Where a page ended: the moment, to the microsecond, and the id. */
export function writeToken({ timestamp, id }: { timestamp: string; id: string }): string {
  return Buffer.from(JSON.stringify([timestamp, id])).toString('base64url');
}

export function readToken(token: string): { timestamp: string; id: string } {
  try {
    const [timestamp, id] = Place.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
    return { timestamp, id };
  } catch (error) {
    throw fail('notifications.wrong_token', { path: 'nextToken', cause: error });
  }
}
