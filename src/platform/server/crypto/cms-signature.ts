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
 * Creates a detached CMS signature (RFC 5652) in the profile CAdES B-B (ETSI EN 319 122-1). It names its certificates
 * by hash, and contains no time. The encoding is fully determined by the digest, the certificates and the signature
 * value, so verification rejects any other form.
 */
export async function signDigest(digest: Buffer, { certificates, privateKey }: DocumentSigner): Promise<Buffer> {
  const signature = await signAsync('sha256', derSet(...createSignedAttributes(digest, certificates)), privateKey);
  return encodeSignedData(digest, certificates, signature);
}

const signAsync = promisify(sign);

/** The maximum size of a signature. */
export function getMaxSignatureBytes({ certificates, privateKey }: DocumentSigner): number {
  const { modulusLength } = privateKey.asymmetricKeyDetails ?? {};
  // An ECDSA signature on the largest curve: two DER integers of 521 bits.
  const longest = modulusLength === undefined ? 141 : Math.ceil(modulusLength / 8);
  return encodeSignedData(Buffer.alloc(32), certificates, Buffer.alloc(longest)).length;
}

/** Checks that the CMS is exactly the signature of this digest by the first certificate. */
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
  if (algorithm === undefined) throw new Error('unsupported signing key: must be RSA or an elliptic curve');
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

/** The signed attributes: content type, message digest and signing certificates. */
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
  // The optional version (tag 0xa0) comes first and is skipped.
  const parts = parseDerElements(toBeSigned?.content ?? raw).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer] = parts;
  if (serial === undefined || issuer === undefined) throw new Error('the certificate has no issuer');
  return [issuer.whole, serial.whole];
}

/** Returns the signature value, the last element of the SignerInfo. */
function extractSignature(cms: Buffer): Buffer | null {
  const steps = [0, 1, 0, -1, 0, -1];
  try {
    return steps.reduce((bytes, step) => parseDerElements(bytes).at(step)?.content ?? Buffer.alloc(0), cms);
  } catch {
    return null;
  }
}
