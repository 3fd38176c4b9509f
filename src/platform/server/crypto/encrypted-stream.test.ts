import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EncryptionContext } from './encryption-context.ts';
import { decryptStream, encryptionOverheadBytes, encryptStream } from './encrypted-stream.ts';

const oldKey = 'the-older-secret-the-older-secret-';
const newKey = 'the-newer-secret-the-newer-secret-';
const decryptionError = /cannot decrypt/;
const exported = EncryptionContext.ofFile('export', 'a.zip');

/** Splits the bytes into chunks of a fixed size. */
function createChunkedStream(bytes: Uint8Array, pieceBytes: number): Readable {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += pieceBytes)
    pieces.push(Buffer.from(bytes.subarray(start, start + pieceBytes)));
  return Readable.from(pieces, { objectMode: false });
}
const encryptBuffer = (bytes: Uint8Array, keys = [newKey], pieceBytes = 1_000) =>
  buffer(createChunkedStream(bytes, pieceBytes).pipe(encryptStream(keys, exported)));
const decryptBuffer = (encrypted: Buffer, keys = [newKey], pieceBytes = 1_000, context = exported) =>
  buffer(createChunkedStream(encrypted, pieceBytes).pipe(decryptStream(keys, context)));

const anyBytes = fc.uint8Array({ maxLength: 3_000 });
const anyPiece = fc.integer({ min: 1, max: 200 });

describe('encryptStream and decryptStream', () => {
  it('round-trips content in any chunk size', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anyPiece, anyPiece, async (bytes, in_, out) => {
        const encrypted = await encryptBuffer(bytes, [newKey], in_);
        expect(encrypted.length).toBe(bytes.length + encryptionOverheadBytes);
        expect([...(await decryptBuffer(encrypted, [newKey], out))]).toEqual([...bytes]);
      }),
    );
  });

  it('contains no plaintext', async () => {
    const encrypted = await encryptBuffer(Buffer.from('a zip of everything'));
    for (const part of ['zip', 'everything']) expect(encrypted.includes(part)).toBe(false);
  });

  it('fails when changed or truncated, without emitting all bytes', async () => {
    const bytes = Buffer.from('a zip of everything'.repeat(20));
    const encrypted = await encryptBuffer(bytes);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(encrypted.length - 1),
        fc.nat(7),
        fc.boolean(),
        anyPiece,
        async (at, bit, isCut, piece) => {
          const damaged = isCut ? encrypted.subarray(0, at) : Buffer.from(encrypted);
          if (!isCut) damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
          const decrypted = createChunkedStream(damaged, piece).pipe(decryptStream([newKey], exported));
          let count = 0;
          const reading = (async () => {
            for await (const chunk of decrypted) count += (chunk as Buffer).length;
          })();
          await expect(reading).rejects.toThrow(decryptionError);
          expect(count).toBeLessThan(bytes.length);
        },
      ),
    );
  });

  it('decrypts with an older key that is still listed, and only for its purpose and file', async () => {
    const bytes = Buffer.from('Wreck, 30 m');
    const encrypted = await encryptBuffer(bytes, [oldKey]);
    expect(await decryptBuffer(encrypted, [newKey, oldKey])).toEqual(bytes);
    await expect(decryptBuffer(encrypted, [newKey])).rejects.toThrow(decryptionError);
    const other = EncryptionContext.ofFile('export', 'b.zip');
    await expect(decryptBuffer(encrypted, [oldKey], 1_000, other)).rejects.toThrow(decryptionError);
    await expect(decryptBuffer(encrypted, [oldKey], 1_000, EncryptionContext.ofFile('photo', 'a.zip'))).rejects.toThrow(
      decryptionError,
    );
  });
});
