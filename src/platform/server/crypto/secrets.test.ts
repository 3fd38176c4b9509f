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
const decryptionError = 'no secret key can decrypt this value';

describe('encrypt and decrypt', () => {
  it('round-trips any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decrypt([newKey], 'mail', encrypt([newKey], 'mail', text))).toBe(text);
      }),
    );
  });

  it('rejects a text with one changed bit', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.integer({ min: 0, max: 7 }), (text, at, bit) => {
        const bytes = Buffer.from(encrypt([newKey], 'mail', text), 'base64url');
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(() => decrypt([newKey], 'mail', bytes.toString('base64url'))).toThrow(decryptionError);
      }),
    );
  });

  it('rejects a truncated text', () => {
    const encrypted = Buffer.from(encrypt([newKey], 'mail', 'depth'), 'base64url');
    for (let length = 0; length < encrypted.length; length++)
      expect(() => decrypt([newKey], 'mail', encrypted.subarray(0, length).toString('base64url'))).toThrow(
        decryptionError,
      );
  });

  it('decrypts with an older key that is still listed', () => {
    const encrypted = encrypt([oldKey], 'mail', 'Wreck, 30 m');
    expect(decrypt([newKey, oldKey], 'mail', encrypted)).toBe('Wreck, 30 m');
    expect(() => decrypt([newKey], 'mail', encrypted)).toThrow(decryptionError);
  });

  it('rejects another purpose', () => {
    expect(() => decrypt([newKey], 'links', encrypt([newKey], 'mail', 'depth'))).toThrow(decryptionError);
    expect(deriveKey(newKey, 'mail')).not.toEqual(deriveKey(newKey, 'links'));
  });

  it('produces a different ciphertext each time', () => {
    expect(encrypt([newKey], 'mail', 'depth')).not.toBe(encrypt([newKey], 'mail', 'depth'));
  });
});

describe('encryptBytes and decryptBytes', () => {
  it('round-trips bytes for the same purpose only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 2_000 }), (bytes) => {
        const encrypted = encryptBytes([newKey], 'photo', bytes);
        expect(encrypted.length).toBe(bytes.length + 28);
        expect([...decryptBytes([newKey, oldKey], 'photo', encrypted)]).toEqual([...bytes]);
        expect(() => decryptBytes([newKey], 'mail', encrypted)).toThrow(decryptionError);
      }),
    );
  });
});

describe('isSameSecret', () => {
  it('returns true only for equal strings', () => {
    expect(isSameSecret('depth', 'depth')).toBe(true);
    for (const other of ['', 'Depth', 'dept', 'depths']) expect(isSameSecret(other, 'depth')).toBe(false);
  });
});

describe('randomToken and hashToken', () => {
  it('creates unique URL-safe tokens and hashes that do not contain them', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, randomToken));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(hashToken(token)).not.toContain(token);
      expect(hashToken(token)).toBe(hashToken(token));
    }
  });
});
