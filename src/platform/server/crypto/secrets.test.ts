import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decrypt,
  deriveKey,
  encrypt,
  hashToken,
  isSameSecret,
  decryptBytes,
  randomToken,
  encryptBytes,
} from './secrets.ts';

const oldKey = 'the-older-secret-the-older-secret-';
const newKey = 'the-newer-secret-the-newer-secret-';

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }))
  .map((points) => String.fromCodePoint(...points).toWellFormed());
const decryptionError = 'no secret key opens this text';

describe('a sealed text', () => {
  it('opens to what it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decrypt([newKey], 'mail', encrypt([newKey], 'mail', text))).toBe(text);
      }),
    );
  });

  it('is not opened once a single bit of it was changed', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.integer({ min: 0, max: 7 }), (text, at, bit) => {
        const bytes = Buffer.from(encrypt([newKey], 'mail', text), 'base64url');
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(() => decrypt([newKey], 'mail', bytes.toString('base64url'))).toThrow(decryptionError);
      }),
    );
  });

  it('is not opened when its end is cut off, the tag included', () => {
    const sealed = Buffer.from(encrypt([newKey], 'mail', 'depth'), 'base64url');
    for (let length = 0; length < sealed.length; length++)
      expect(() => decrypt([newKey], 'mail', sealed.subarray(0, length).toString('base64url'))).toThrow(
        decryptionError,
      );
  });

  it('opens after the key was changed, as long as the old one is kept', () => {
    const sealed = encrypt([oldKey], 'mail', 'Wreck, 30 m');
    expect(decrypt([newKey, oldKey], 'mail', sealed)).toBe('Wreck, 30 m');
    expect(() => decrypt([newKey], 'mail', sealed)).toThrow(decryptionError);
  });

  it('is for one purpose', () => {
    expect(() => decrypt([newKey], 'links', encrypt([newKey], 'mail', 'depth'))).toThrow(decryptionError);
    expect(deriveKey(newKey, 'mail')).not.toEqual(deriveKey(newKey, 'links'));
  });

  it('never looks the same twice', () => {
    expect(encrypt([newKey], 'mail', 'depth')).not.toBe(encrypt([newKey], 'mail', 'depth'));
  });
});

describe('sealed bytes', () => {
  it('open to what they were, and show nothing of it before', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 2_000 }), (bytes) => {
        const sealed = encryptBytes([newKey], 'photo', bytes);
        expect(sealed.length).toBe(bytes.length + 28);
        expect([...decryptBytes([newKey, oldKey], 'photo', sealed)]).toEqual([...bytes]);
        expect(() => decryptBytes([newKey], 'mail', sealed)).toThrow(decryptionError);
      }),
    );
  });
});

describe('a secret that is compared', () => {
  it('is the same only when every letter is', () => {
    expect(isSameSecret('depth', 'depth')).toBe(true);
    for (const other of ['', 'Depth', 'dept', 'depths']) expect(isSameSecret(other, 'depth')).toBe(false);
  });
});

describe('a token', () => {
  it('has 256 random bits, fits into an address, and is kept as a hash that does not show it', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, randomToken));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(hashToken(token)).not.toContain(token);
      expect(hashToken(token)).toBe(hashToken(token));
    }
  });
});
