import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStream, sealedExtraBytes, sealStream } from './sealed-stream.ts';

const oldKey = 'the-older-secret-the-older-secret-';
const newKey = 'the-newer-secret-the-newer-secret-';
const refusal = /no secret key opens this stream|cut off|authenticate/;

/** In pieces, wherever they end. */
function streamOf(bytes: Uint8Array, pieceBytes: number): Readable {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += pieceBytes)
    pieces.push(Buffer.from(bytes.subarray(start, start + pieceBytes)));
  return Readable.from(pieces, { objectMode: false });
}
const seal = (bytes: Uint8Array, keys = [newKey], pieceBytes = 1_000) =>
  buffer(streamOf(bytes, pieceBytes).pipe(sealStream(keys, 'export')));
const open = (sealed: Buffer, keys = [newKey], pieceBytes = 1_000, purpose = 'export') =>
  buffer(streamOf(sealed, pieceBytes).pipe(openStream(keys, purpose)));

const anyBytes = fc.uint8Array({ maxLength: 3_000 });
const anyPiece = fc.integer({ min: 1, max: 200 });

describe('a sealed stream', () => {
  it('opens to what it was, whatever the pieces', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anyPiece, anyPiece, async (bytes, in_, out) => {
        const sealed = await seal(bytes, [newKey], in_);
        expect(sealed.length).toBe(bytes.length + sealedExtraBytes);
        expect([...(await open(sealed, [newKey], out))]).toEqual([...bytes]);
      }),
    );
  });

  it('shows nothing of what is in it', async () => {
    const sealed = await seal(Buffer.from('a zip of everything'));
    for (const part of ['zip', 'everything']) expect(sealed.includes(part)).toBe(false);
  });

  it('that was changed or cut off anywhere fails, and never gives all of its bytes first', async () => {
    const bytes = Buffer.from('a zip of everything'.repeat(20));
    const sealed = await seal(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.nat(7), fc.boolean(), anyPiece, async (at, bit, isCut, piece) => {
        const harmed = isCut ? sealed.subarray(0, at) : Buffer.from(sealed);
        if (!isCut) harmed[at] = (harmed[at] ?? 0) ^ (1 << bit);
        const opening = streamOf(harmed, piece).pipe(openStream([newKey], 'export'));
        let count = 0;
        const reading = (async () => {
          for await (const chunk of opening) count += (chunk as Buffer).length;
        })();
        await expect(reading).rejects.toThrow(refusal);
        expect(count).toBeLessThan(bytes.length);
      }),
    );
  });

  it('opens after the key was changed, as long as the old one is kept, and for its own purpose only', async () => {
    const bytes = Buffer.from('Wreck, 30 m');
    const sealed = await seal(bytes, [oldKey]);
    expect(await open(sealed, [newKey, oldKey])).toEqual(bytes);
    await expect(open(sealed, [newKey])).rejects.toThrow(refusal);
    await expect(open(sealed, [oldKey], 1_000, 'photo')).rejects.toThrow(refusal);
  });
});
