import { createHash, sign, verify, type X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificateChain, DocumentSigner } from './certificate.ts';
import {
  encodeDer,
  derExplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  parseDerElements,
  derSequence,
  derSet,
} from './der.ts';

/**
 * A signature apart from what it signs, as CMS (RFC 5652) and in the profile CAdES B-B (ETSI EN 319 122-1): it names the
 * certificates it was made with, each by its hash, and no time. Everything in it follows from what was signed, from the
 * certificates and from the signature itself, so there is one right form, and any other is refused.
 */
export async function signDigest(digest: Buffer, { certificates, privateKey }: DocumentSigner): Promise<Buffer> {
  const signature = await signAsync('sha256', derSet(...createSignedAttributes(digest, certificates)), privateKey);
  return encodeSignedData(digest, certificates, signature);
}

const signAsync = promisify(sign);

/** What a signature takes at most. */
export function getMaxSignatureBytes({ certificates, privateKey }: DocumentSigner): number {
  const { modulusLength } = privateKey.asymmetricKeyDetails ?? {};
  // Two numbers of 521 bits, the longest of the curves, with their heads.
  const longest = modulusLength === undefined ? 141 : Math.ceil(modulusLength / 8);
  return encodeSignedData(Buffer.alloc(32), certificates, Buffer.alloc(longest)).length;
}

/** Whether it is the signature of this digest by the first of these certificates, and nothing else. */
export function isValidSignature(cms: Buffer, digest: Buffer, certificates: CertificateChain): boolean {
  const signature = extractSignature(cms);
  if (signature === null || !encodeSignedData(digest, certificates, signature).equals(cms)) return false;
  return verify(
    'sha256',
    derSet(...createSignedAttributes(digest, certificates)),
    certificates[0].publicKey,
    signature,
  );
}

const dataOid = derOid('1.2.840.113549.1.7.1');
const signedDataOid = derOid('1.2.840.113549.1.7.2');
const sha256Algorithm = derSequence(derOid('2.16.840.1.101.3.4.2.1'));
const signatureAlgorithms: Readonly<Record<string, Buffer>> = {
  rsa: derSequence(derOid('1.2.840.113549.1.1.11'), derNull),
  ec: derSequence(derOid('1.2.840.10045.4.3.2')),
};

function encodeSignedData(digest: Buffer, certificates: CertificateChain, signature: Buffer): Buffer {
  const [signer] = certificates;
  const algorithm = signatureAlgorithms[signer.publicKey.asymmetricKeyType ?? ''];
  if (algorithm === undefined)
    throw new Error('documents are signed by RSA or by elliptic curves, and by no other key');
  const signerInfo = derSequence(
    derInteger(1),
    derSequence(...readIssuerAndSerial(signer)),
    sha256Algorithm,
    encodeDer(0xa0, ...createSignedAttributes(digest, certificates)),
    algorithm,
    derOctetString(signature),
  );
  const signedData = derSequence(
    derInteger(1),
    derSet(sha256Algorithm),
    derSequence(dataOid),
    encodeDer(0xa0, ...certificates.map(({ raw }) => raw).toSorted(Buffer.compare)),
    derSet(signerInfo),
  );
  return derSequence(signedDataOid, derExplicit(0, signedData));
}

/** What is signed: of what kind the content is, its digest, and by which certificates. */
function createSignedAttributes(digest: Buffer, certificates: CertificateChain): Buffer[] {
  const attribute = (type: string, value: Buffer) => derSequence(derOid(type), derSet(value));
  const hashes = certificates.map(({ raw }) => derSequence(derOctetString(createHash('sha256').update(raw).digest())));
  return [
    attribute('1.2.840.113549.1.9.3', dataOid),
    attribute('1.2.840.113549.1.9.4', derOctetString(digest)),
    attribute('1.2.840.113549.1.9.16.2.47', derSequence(derSequence(...hashes))),
  ].toSorted(Buffer.compare);
}

function readIssuerAndSerial({ raw }: X509Certificate): [Buffer, Buffer] {
  const [certificate] = parseDerElements(raw);
  const [toBeSigned] = parseDerElements(certificate?.content ?? raw);
  // Before them the version, if it says one.
  const parts = parseDerElements(toBeSigned?.content ?? raw).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer] = parts;
  if (serial === undefined || issuer === undefined) throw new Error('a certificate names no issuer');
  return [issuer.whole, serial.whole];
}

/** The last part of the last part of it. */
function extractSignature(cms: Buffer): Buffer | null {
  const steps = [0, 1, 0, -1, 0, -1];
  try {
    return steps.reduce((bytes, step) => parseDerElements(bytes).at(step)?.content ?? Buffer.alloc(0), cms);
  } catch {
    return null;
  }
}
