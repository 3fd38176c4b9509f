import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EncryptionContext } from './encryption-context.ts';
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
const decryptionError = 'cannot decrypt: the value was changed or moved, or its key is missing';
const [mail, links, photo] = ['mail', 'links', 'photo'].map((purpose) => EncryptionContext.ofToken(purpose)) as [
  EncryptionContext,
  EncryptionContext,
  EncryptionContext,
];

describe('encrypt and decrypt', () => {
  it('round-trips any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decrypt([newKey], mail, encrypt([newKey], mail, text))).toBe(text);
      }),
    );
  });

  it('rejects a text with one changed bit', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.integer({ min: 0, max: 7 }), (text, at, bit) => {
        const bytes = Buffer.from(encrypt([newKey], mail, text), 'base64url');
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(() => decrypt([newKey], mail, bytes.toString('base64url'))).toThrow(decryptionError);
      }),
    );
  });

  it('rejects a truncated text', () => {
    const encrypted = Buffer.from(encrypt([newKey], mail, 'depth'), 'base64url');
    for (let length = 0; length < encrypted.length; length++)
      expect(() => decrypt([newKey], mail, encrypted.subarray(0, length).toString('base64url'))).toThrow(
        decryptionError,
      );
  });

  it('decrypts with an older key that is still listed', () => {
    const encrypted = encrypt([oldKey], mail, 'Wreck, 30 m');
    expect(decrypt([newKey, oldKey], mail, encrypted)).toBe('Wreck, 30 m');
    expect(() => decrypt([newKey], mail, encrypted)).toThrow(decryptionError);
  });

  it('rejects another purpose', () => {
    expect(() => decrypt([newKey], links, encrypt([newKey], mail, 'depth'))).toThrow(decryptionError);
    expect(deriveKey(newKey, 'mail')).not.toEqual(deriveKey(newKey, 'links'));
  });

  it('produces a different ciphertext each time', () => {
    expect(encrypt([newKey], mail, 'depth')).not.toBe(encrypt([newKey], mail, 'depth'));
  });
});

describe('EncryptionContext', () => {
  const phone = (affiliateId: number) =>
    EncryptionContext.ofRow('contact', 'phone_number', 'sealed_number', { affiliate_id: affiliateId });

  it.each([
    ['row', phone(2)],
    ['table', EncryptionContext.ofRow('contact', 'mailing_address', 'sealed_address', { affiliate_id: 1 })],
    ['column', EncryptionContext.ofRow('contact', 'phone_number', 'version', { affiliate_id: 1 })],
    ['key', EncryptionContext.ofRow('contact', 'phone_number', 'sealed_number', { version: 1 })],
    ['file', EncryptionContext.ofFile('contact', '1')],
    ['token', EncryptionContext.ofToken('contact', '1')],
  ])('rejects a value from another %s', (_what, other) => {
    const encrypted = encrypt([newKey], phone(1), '+46 31 390 06 13');
    expect(decrypt([newKey], phone(1), encrypted)).toBe('+46 31 390 06 13');
    expect(() => decrypt([newKey], other, encrypted)).toThrow(decryptionError);
  });

  it('is the same for each way to write a key', () => {
    const id = '7f3a1c9e-2b44-4a6d-9c01-5e8f0a1b2c3d';
    const draft = (key: object) => EncryptionContext.ofRow('record', 'form_draft', 'sealed_answers', key).place;
    expect(draft({ affiliate_id: '7', id: id.toUpperCase() })).toEqual(draft({ id, affiliate_id: 7 }));
  });

  it('needs the key of the row', () => {
    expect(() => EncryptionContext.ofRow('contact', 'phone_number', 'sealed_number', {})).toThrow('needs the key');
  });
});

describe('encryptBytes and decryptBytes', () => {
  it('round-trips bytes for the same purpose only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 2_000 }), (bytes) => {
        const encrypted = encryptBytes([newKey], photo, bytes);
        expect(encrypted.length).toBe(bytes.length + 28);
        expect([...decryptBytes([newKey, oldKey], photo, encrypted)]).toEqual([...bytes]);
        expect(() => decryptBytes([newKey], mail, encrypted)).toThrow(decryptionError);
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
