import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decryptStream, encryptionOverheadBytes, encryptStream } from './encrypted-stream.ts';

const oldKey = 'the-older-secret-the-older-secret-';
const newKey = 'the-newer-secret-the-newer-secret-';
const decryptionError = /no secret key opens this stream|cut off|authenticate/;

/** In pieces, wherever they end. */
function createChunkedStream(bytes: Uint8Array, pieceBytes: number): Readable {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += pieceBytes)
    pieces.push(Buffer.from(bytes.subarray(start, start + pieceBytes)));
  return Readable.from(pieces, { objectMode: false });
}
const encryptBuffer = (bytes: Uint8Array, keys = [newKey], pieceBytes = 1_000) =>
  buffer(createChunkedStream(bytes, pieceBytes).pipe(encryptStream(keys, 'export')));
const decryptBuffer = (sealed: Buffer, keys = [newKey], pieceBytes = 1_000, purpose = 'export') =>
  buffer(createChunkedStream(sealed, pieceBytes).pipe(decryptStream(keys, purpose)));

const anyBytes = fc.uint8Array({ maxLength: 3_000 });
const anyPiece = fc.integer({ min: 1, max: 200 });

describe('a sealed stream', () => {
  it('opens to what it was, whatever the pieces', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anyPiece, anyPiece, async (bytes, in_, out) => {
        const sealed = await encryptBuffer(bytes, [newKey], in_);
        expect(sealed.length).toBe(bytes.length + encryptionOverheadBytes);
        expect([...(await decryptBuffer(sealed, [newKey], out))]).toEqual([...bytes]);
      }),
    );
  });

  it('shows nothing of what is in it', async () => {
    const sealed = await encryptBuffer(Buffer.from('a zip of everything'));
    for (const part of ['zip', 'everything']) expect(sealed.includes(part)).toBe(false);
  });

  it('that was changed or cut off anywhere fails, and never gives all of its bytes first', async () => {
    const bytes = Buffer.from('a zip of everything'.repeat(20));
    const sealed = await encryptBuffer(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.nat(7), fc.boolean(), anyPiece, async (at, bit, isCut, piece) => {
        const harmed = isCut ? sealed.subarray(0, at) : Buffer.from(sealed);
        if (!isCut) harmed[at] = (harmed[at] ?? 0) ^ (1 << bit);
        const opening = createChunkedStream(harmed, piece).pipe(decryptStream([newKey], 'export'));
        let count = 0;
        const reading = (async () => {
          for await (const chunk of opening) count += (chunk as Buffer).length;
        })();
        await expect(reading).rejects.toThrow(decryptionError);
        expect(count).toBeLessThan(bytes.length);
      }),
    );
  });

  it('opens after the key was changed, as long as the old one is kept, and for its own purpose only', async () => {
    const bytes = Buffer.from('Wreck, 30 m');
    const sealed = await encryptBuffer(bytes, [oldKey]);
    expect(await decryptBuffer(sealed, [newKey, oldKey])).toEqual(bytes);
    await expect(decryptBuffer(sealed, [newKey])).rejects.toThrow(decryptionError);
    await expect(decryptBuffer(sealed, [oldKey], 1_000, 'photo')).rejects.toThrow(decryptionError);
  });
});
