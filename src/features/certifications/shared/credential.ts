import { deflateSync, gunzipSync, inflateSync } from 'fflate';
import { base64url, compactVerify, type JWK } from 'jose';
import * as z from 'zod';
import { compactText, expandText } from './compact-text.ts';
import { parseKeyId } from './card-key-url.ts';
import {
  type CardFacts,
  type CredentialVersion,
  isVersion,
  readCredential,
  writeCredential,
} from './credential-versions.ts';

export type { CardFacts } from './credential-versions.ts';

export interface CardKeys {
  keys: JWK[];
}

export type Verdict =
  | { state: 'valid' | 'revoked'; card: CardFacts }
  /** changed: signed by our key, but not this text; foreign: another signer; unreadable: not one of our credentials. */
  | { state: 'changed' | 'foreign' | 'unreadable' };

/** Whether the card with this status index is revoked. */
export type IsRevoked = (index: number) => boolean;

/** Common text of cards, most likely last. Issued codes depend on it, so it must never change. */
const dictionary = new TextEncoder().encode(
  'InstructorDivemasterRebreatherIceWreckNightDry SuitPeak BuoyancyDeepEnriched AirRescueAdventure Diver' +
    'Junior Open WaterAdvancedScuba AcademyDiving SchoolDive ClubDivers Association Dive Center Dive Centre ' +
    'http://localhost:.example.net.org.comhttps://www.diverportal.',
);
const signatureBytes = 64;
const checkBytes = 2;
const maxPackedLength = 4_000;
/** A limit above the size of any card. */
const maxTextBytes = 8_192;

/** Shortens a credential for a QR code. */
export function packCredential(jws: string): string {
  const parts = splitJws(jws);
  const read = parts && readCredential(parts);
  if (!parts || !read) throw new Error('cannot pack: not a card credential');
  const { keyId, claims, version } = read;
  const values = [
    keyId,
    claims.baseUrl,
    claims.issuerName,
    claims.office,
    claims.licenseID,
    claims.diverNumber,
    claims.certDate,
    claims.levelID,
    claims.levelName,
    claims.name,
    claims.instructorNumber ?? '',
    claims.instructorName,
    claims.storeNumber ?? '',
    claims.storeName,
    claims.statusIndex,
  ];
  const small = deflateSync(compactText(values.join('\n')), { level: 9, mem: 4, dictionary });
  const body = Uint8Array.from([version, ...small, ...parts.signature]);
  const packed = base64url.encode(Uint8Array.from([...body, ...computeChecksum(body)]));
  if (unpackCredential(packed) !== jws) throw new Error('cannot pack: the credential has unsupported characters');
  return packed;
}

/** Returns null for text that is no card code, misread or truncated. */
export function unpackCredential(packed: string): string | null {
  if (packed.length > maxPackedLength) return null;
  try {
    const bytes = decodeStrictly(packed);
    const body = bytes.subarray(0, -checkBytes);
    const version = body[0];
    if (!isVersion(version) || `${computeChecksum(body)}` !== `${[...bytes.subarray(-checkBytes)]}`) return null;
    const values = expandText(
      inflateSync(body.subarray(1, -signatureBytes), { dictionary, out: new Uint8Array(maxTextBytes) }),
    ).split('\n');
    const signature = base64url.encode(body.subarray(-signatureBytes));
    const { header, payload } = fromValues(values, version);
    return `${base64url.encode(header)}.${base64url.encode(payload)}.${signature}`;
  } catch {
    return null;
  }
}

function fromValues(values: string[], version: CredentialVersion) {
  if (values.length !== 15) throw new Error('unexpected number of packed values');
  const [keyId, baseUrl, issuerName, office, licenseID, diverNumber, certDate, levelID] = values as Values;
  const [levelName, name, instructorNumber, instructorName, storeNumber, storeName, statusIndex] = values.slice(
    8,
  ) as Values;
  const claims = {
    baseUrl,
    issuerName,
    office,
    licenseID: Number(licenseID),
    diverNumber,
    certDate,
    levelID: Number(levelID),
    levelName,
    name,
    instructorNumber: instructorNumber === '' ? null : Number(instructorNumber),
    instructorName,
    storeNumber: storeNumber === '' ? null : Number(storeNumber),
    storeName,
    statusIndex: Number(statusIndex),
  };
  return writeCredential(keyId, claims, version);
}

type Values = [string, string, string, string, string, string, string, string];

/** Verifies offline with the given keys and status list. */
export async function checkCredential(jws: string, keys: CardKeys, isRevoked: IsRevoked): Promise<Verdict> {
  const parts = splitJws(jws);
  const read = parts && readCredential(parts);
  if (!parts || !read) return { state: 'unreadable' };
  const key = keys.keys.find(({ kid }) => kid === read.keyId);
  if (key === undefined) return { state: 'foreign' };
  if (!(await isSigned(jws, key))) return { state: 'changed' };
  const { baseUrl: _, statusIndex, ...card } = read.claims;
  return { state: isRevoked(statusIndex) ? 'revoked' : 'valid', card };
}

const StatusList = z.object({
  type: z.array(z.string()),
  credentialSubject: z.object({ statusPurpose: z.literal('revocation'), encodedList: z.string().startsWith('u') }),
});

/** Reads the signed list of revoked cards. Throws for a list with a foreign signature. */
export async function readStatusList(jws: string, keys: CardKeys): Promise<IsRevoked> {
  const parts = splitJws(jws);
  const kid = parts && z.object({ kid: z.string() }).safeParse(JSON.parse(parts.header)).data?.kid;
  const keyId = kid && parseKeyId(kid);
  const key = keys.keys.find((known) => known.kid === keyId);
  if (!parts || key === undefined || !(await isSigned(jws, key))) throw new Error('status list signature is invalid');
  const list = StatusList.safeParse(JSON.parse(parts.payload)).data;
  if (!list?.type.includes('BitstringStatusListCredential')) throw new Error('payload is not a status list');
  const bits = gunzipSync(base64url.decode(list.credentialSubject.encodedList.slice(1)));
  return (index) => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

async function isSigned(jws: string, key: JWK): Promise<boolean> {
  try {
    await compactVerify(jws, key, { algorithms: ['EdDSA'] });
    return true;
  } catch {
    return false;
  }
}

function splitJws(jws: string): { header: string; payload: string; signature: Uint8Array } | null {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.');
  if (more.length > 0) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true });
    const signed = decodeStrictly(signature);
    if (signed.length !== signatureBytes) return null;
    return {
      header: text.decode(decodeStrictly(header)),
      payload: text.decode(decodeStrictly(payload)),
      signature: signed,
    };
  } catch {
    return null;
  }
}

/** The last base64 character has unused bits, which must be zero: only one encoding is accepted. */
function decodeStrictly(text: string): Uint8Array {
  const bytes = base64url.decode(text);
  if (base64url.encode(bytes) !== text) throw new Error('not base64url');
  return bytes;
}

/** CRC-16 (CCITT), because deflated text has unused bits. */
function computeChecksum(bytes: Uint8Array): [number, number] {
  let check = 0xffff;
  for (const byte of bytes) {
    check ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) check = (check & 0x8000) === 0 ? check << 1 : (check << 1) ^ 0x1021;
    check &= 0xffff;
  }
  return [check >> 8, check & 0xff];
}
