import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import type { JWK } from 'jose';
import { encodeQR } from 'qr';
import { describe, expect, it } from 'vitest';
import { checkCredential, packCredential, readStatusList, unpackCredential } from './credential.ts';
import { type CardClaims, readCredential, writeCredential } from './credential-versions.ts';
import version1 from './fixtures/credentials-v1.json' with { type: 'json' };

const claims: CardClaims = {
  baseUrl: 'https://portal.bluewater-divers.example',
  statusIndex: 94_567,
  licenseID: 20_480_001,
  levelID: 30,
  levelName: 'Advanced Open Water Diver',
  name: 'Ana Sol',
  diverNumber: '30012345',
  certDate: '2026-02-03',
  instructorName: 'Marco Bianchi',
  instructorNumber: 412_345,
  storeName: 'Blue Hole Dive Center',
  storeNumber: 23_456,
  office: 'Zurich',
  issuerName: 'Bluewater Divers Association',
};

interface Key {
  jwk: JWK;
  sign(text: string): string;
}

/** Signs without the library under test. */
function makeKey(seed: string): Key {
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    createHash('sha256').update(seed).digest(),
  ]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    jwk: { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: seed, alg: 'EdDSA' } as JWK,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

const encode = (text: string): string => Buffer.from(text).toString('base64url');

function signed(key: Key, header: string, payload: string): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${key.sign(text)}`;
}

const ours = makeKey('ours');
const older = makeKey('older');
const keys = { keys: [ours.jwk, older.jwk] };
const none = (): boolean => false;

function card(changed: Partial<CardClaims> = {}, key = ours): string {
  const { header, payload } = writeCredential(key.jwk.kid ?? '', { ...claims, ...changed });
  return signed(key, header, payload);
}

/** A QR code has 17 modules plus four per version. */
function versionOf(packed: string): number {
  const text = `${claims.baseUrl}/verify#${packed}`;
  return (encodeQR(text, 'raw', { ecc: 'low', border: 1 }).length - 2 - 17) / 4;
}

describe('checkCredential', () => {
  it('returns valid with the card data and no birthdate', async () => {
    const { baseUrl: _, statusIndex: __, ...facts } = claims;
    expect(await checkCredential(card(), keys, none)).toEqual({ state: 'valid', card: facts });
    expect(Buffer.from(card().split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/birth/i);
  });

  it('stays valid after a key rotation', async () => {
    expect(await checkCredential(card({}, older), keys, none)).toMatchObject({ state: 'valid' });
  });

  it('accepts a card without instructor and store', async () => {
    const bare = { instructorName: '', instructorNumber: null, storeName: '', storeNumber: null, office: '' };
    expect(await checkCredential(card(bare), keys, none)).toMatchObject({ state: 'valid', card: bare });
    expect(unpackCredential(packCredential(card(bare)))).toBe(card(bare));
  });

  it('returns revoked when the list says so', async () => {
    const verdict = await checkCredential(card(), keys, (index) => index === claims.statusIndex);
    expect(verdict).toMatchObject({ state: 'revoked', card: { name: 'Ana Sol' } });
  });

  it('returns foreign for an unknown key', async () => {
    expect(await checkCredential(card({}, makeKey('theirs')), keys, none)).toEqual({ state: 'foreign' });
  });

  it('returns changed for a forged signature or changed text', async () => {
    const { header, payload } = writeCredential('ours', claims);
    expect(await checkCredential(signed(makeKey('theirs'), header, payload), keys, none)).toEqual({ state: 'changed' });
    const [head, , signature] = card().split('.');
    const forged = `${head}.${encode(payload.replace('Ana', 'Eva'))}.${signature}`;
    expect(await checkCredential(forged, keys, none)).toEqual({ state: 'changed' });
  });

  it('returns unreadable for other content, even if signed by us', async () => {
    const { header, payload } = writeCredential('ours', claims);
    const others = [
      '',
      'a.b.c',
      `${card()}.`,
      card().slice(0, -1),
      signed(ours, header, '{}'),
      signed(ours, header, payload.replace('}', ',"more":1}')),
      signed(ours, header.replace('EdDSA', 'none'), payload),
    ];
    for (const other of others) expect(await checkCredential(other, keys, none)).toEqual({ state: 'unreadable' });
  });

  it('accepts a standard JWS with an Open Badges payload', () => {
    const [header = '', payload = '', signature = ''] = card().split('.');
    const publicKey = createPublicKey({ key: { ...ours.jwk } as never, format: 'jwk' });
    expect(verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    const body = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      typ: 'JWT',
      kid: `${claims.baseUrl}/.well-known/card-keys/ours`,
    });
    expect(body).toMatchObject({
      iss: body.issuer.id,
      jti: body.id,
      sub: body.credentialSubject.id,
      nbf: Date.parse(body.validFrom) / 1000,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      credentialSubject: { type: ['AchievementSubject'], achievement: { name: 'Advanced Open Water Diver' } },
      credentialStatus: {
        id: `${claims.baseUrl}/.well-known/card-status.jwt#94567`,
        type: 'BitstringStatusListEntry',
        statusListIndex: '94567',
      },
    });
  });
});

describe('version 1 credentials', () => {
  const { cards, statusList, ...keySet } = version1 as typeof version1 & { keys: JWK[] };

  it.each(cards.map((one, index) => [index, one] as const))('still verifies (fixture %i)', async (_index, fixture) => {
    const { baseUrl: _, statusIndex, ...facts } = fixture.claims;
    expect(unpackCredential(fixture.packed)).toBe(fixture.jws);
    const isRevoked = await readStatusList(statusList, keySet);
    expect(await checkCredential(fixture.jws, keySet, isRevoked)).toEqual({
      state: statusIndex === 3 ? 'revoked' : 'valid',
      card: facts,
    });
    expect(packCredential(fixture.jws)).toBe(fixture.packed);
    expect(Buffer.from(fixture.packed, 'base64url')[0]).toBe(1);
  });

  it('are not valid as version 2, nor the other way around', async () => {
    const [{ packed: first } = { packed: '' }] = cards;
    const asOther = (text: string, version: number) => {
      const bytes = Buffer.from(text, 'base64url');
      bytes[0] = version;
      return bytes.toString('base64url');
    };
    for (const forged of [
      asOther(first, 2),
      asOther(packCredential(card()), 1),
      asOther(first, 0),
      asOther(first, 3),
    ]) {
      expect(unpackCredential(forged)).toBeNull();
    }
  });

  it('need no larger code as version 2', () => {
    for (const fixture of cards) {
      const { header, payload } = writeCredential('Zt3kQ9aB', fixture.claims);
      const second = packCredential(signed(makeKey('Zt3kQ9aB'), header, payload));
      expect(second.length).toBe(fixture.packed.length);
    }
  });

  it('have the same claims as version 2 of the same card', () => {
    for (const { claims: facts } of cards) {
      for (const version of [1, 2] as const) {
        expect(readCredential(writeCredential('ours', facts, version))).toEqual({
          keyId: 'ours',
          claims: facts,
          version,
        });
      }
    }
  });
});

describe('packCredential', () => {
  const packed = packCredential(card());
  const bytes = Buffer.from(packed, 'base64url');

  it('can be unpacked to the same credential', () => {
    expect(unpackCredential(packed)).toBe(card());
  });

  it('supports names in any script', () => {
    const names = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((name) => !/\p{Cc}/u.test(name));
    fc.assert(
      fc.property(names, names, (name, storeName) => {
        const jws = card({ name, storeName });
        expect(unpackCredential(packCredential(jws))).toBe(jws);
      }),
    );
  });

  it('is never valid with any byte changed', async () => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const copy = Buffer.from(bytes);
        for (const [index, mask] of changes) copy[index] = (copy[index] ?? 0) ^ mask;
        fc.pre(!copy.equals(bytes));
        expect(await stateOf(copy.toString('base64url'))).not.toBe('valid');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never valid with any character changed or truncated', async () => {
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let index = 0; index < packed.length; index++) {
      const other = signs[(signs.indexOf(packed[index] ?? '') + 1 + (index % 62)) % 64];
      expect(await stateOf(packed.slice(0, index) + other + packed.slice(index + 1))).not.toBe('valid');
      expect(await stateOf(packed.slice(0, index))).not.toBe('valid');
    }
    expect(await stateOf(`${packed}A`)).not.toBe('valid');
  });

  it('returns null for other text', () => {
    for (const other of ['', 'A', 'not a code!', 'A'.repeat(300), 'A'.repeat(1_000_000), card()]) {
      expect(unpackCredential(other)).toBeNull();
    }
  });

  it('fits an easily readable QR code in any script', () => {
    const versions = {
      usual: versionOf(packed),
      long: versionOf(
        packCredential(
          card({
            name: 'Maximiliana Konstantina von Hohenstein-Weissenfels',
            instructorName: 'Bartholomew Featherstonehaugh-Cholmondeley',
            storeName: 'The Great Barrier Reef Scuba Diving Academy',
          }),
        ),
      ),
      thai: versionOf(
        packCredential(
          card({
            name: 'พัชรินทร์ ธนาวัฒน์กุลเจริญทรัพย์',
            instructorName: 'สมศักดิ์ วงศ์ประเสริฐสุขสวัสดิ์',
            storeName: 'ศูนย์ดำน้ำเกาะเต่าบลูโฮล',
          }),
        ),
      ),
      arabic: versionOf(
        packCredential(
          card({
            name: 'عبد الرحمن محمد بن عبد العزيز القحطاني',
            instructorName: 'محمد عبد الله السالم الشمري',
            storeName: 'مركز البحر الأحمر للغوص',
          }),
        ),
      ),
      japanese: versionOf(
        packCredential(
          card({ name: '勅使河原 さくら', instructorName: '山本 健太郎', storeName: '沖縄ブルーダイビングセンター' }),
        ),
      ),
    };
    expect(versions).toEqual({ usual: 11, long: 13, thai: 13, arabic: 12, japanese: 12 });
  });

  async function stateOf(text: string): Promise<string> {
    const jws = unpackCredential(text);
    return jws === null ? 'unreadable' : (await checkCredential(jws, keys, none)).state;
  }
});

describe('readStatusList', () => {
  const bits = Buffer.alloc(16_384);
  bits[0] = 0b0100_0000;
  bits[11_820] = 1;
  const encodedList = `u${gzipSync(bits).toString('base64url')}`;
  const list = {
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
  };
  const header = JSON.stringify({ alg: 'EdDSA', typ: 'vc+jwt', kid: 'ours' });

  it('reads one bit per card, leftmost first', async () => {
    const isRevoked = await readStatusList(signed(ours, header, JSON.stringify(list)), keys);
    expect([0, 1, 2, 94_566, 94_567, 94_568, 999_999].map(isRevoked)).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('throws for foreign, changed or other content', async () => {
    const theirs = makeKey('theirs');
    const good = signed(ours, header, JSON.stringify(list));
    const [head, , signature] = good.split('.');
    const without = JSON.stringify({ ...list, credentialSubject: { ...list.credentialSubject, encodedList: 'u' } });
    for (const bad of [
      '',
      signed(theirs, header, JSON.stringify(list)),
      signed(theirs, header.replace('ours', 'theirs'), JSON.stringify(list)),
      `${head}.${encode(without)}.${signature}`,
      card(),
    ]) {
      await expect(readStatusList(bad, keys)).rejects.toThrow(/status list/);
    }
  });
});
