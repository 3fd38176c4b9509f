import { createHash, sign, verify, type X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificateChain, DocumentSigner } from './document-certificate.ts';
import { der, explicit, integer, nothing, octets, oid, readDer, sequence, setOf } from './der.ts';

/**
 * A signature apart from what it signs, as CMS (RFC 5652) and in the profile CAdES B-B (ETSI EN 319 122-1): it names the
 * certificates it was made with, each by its hash, and no time. Everything in it follows from what was signed, from the
 * certificates and from the signature itself, so there is one right form, and any other is refused.
 */
export async function signDigest(digest: Buffer, { certificates, privateKey }: DocumentSigner): Promise<Buffer> {
  const signature = await signNow('sha256', setOf(...attributesOf(digest, certificates)), privateKey);
  return encode(digest, certificates, signature);
}

const signNow = promisify(sign);

/** What a signature takes at most. */
export function maxSignatureBytes({ certificates, privateKey }: DocumentSigner): number {
  const { modulusLength } = privateKey.asymmetricKeyDetails ?? {};
  // Two numbers of 521 bits, the longest of the curves, with their heads.
  const longest = modulusLength === undefined ? 141 : Math.ceil(modulusLength / 8);
  return encode(Buffer.alloc(32), certificates, Buffer.alloc(longest)).length;
}

/** Whether it is the signature of this digest by the first of these certificates, and nothing else. */
export function isSignatureOf(cms: Buffer, digest: Buffer, certificates: CertificateChain): boolean {
  const signature = signatureIn(cms);
  if (signature === null || !encode(digest, certificates, signature).equals(cms)) return false;
  return verify('sha256', setOf(...attributesOf(digest, certificates)), certificates[0].publicKey, signature);
}

const idData = oid('1.2.840.113549.1.7.1');
const idSignedData = oid('1.2.840.113549.1.7.2');
const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'));
const algorithms: Readonly<Record<string, Buffer>> = {
  rsa: sequence(oid('1.2.840.113549.1.1.11'), nothing),
  ec: sequence(oid('1.2.840.10045.4.3.2')),
};

function encode(digest: Buffer, certificates: CertificateChain, signature: Buffer): Buffer {
  const [signer] = certificates;
  const algorithm = algorithms[signer.publicKey.asymmetricKeyType ?? ''];
  if (algorithm === undefined)
    throw new Error('documents are signed by RSA or by elliptic curves, and by no other key');
  const signerInfo = sequence(
    integer(1),
    sequence(...issuerAndSerial(signer)),
    sha256,
    der(0xa0, ...attributesOf(digest, certificates)),
    algorithm,
    octets(signature),
  );
  const signedData = sequence(
    integer(1),
    setOf(sha256),
    sequence(idData),
    der(0xa0, ...certificates.map(({ raw }) => raw).toSorted(Buffer.compare)),
    setOf(signerInfo),
  );
  return sequence(idSignedData, explicit(0, signedData));
}

/** What is signed: of what kind the content is, its digest, and by which certificates. */
function attributesOf(digest: Buffer, certificates: CertificateChain): Buffer[] {
  const attribute = (type: string, value: Buffer) => sequence(oid(type), setOf(value));
  const hashes = certificates.map(({ raw }) => sequence(octets(createHash('sha256').update(raw).digest())));
  return [
    attribute('1.2.840.113549.1.9.3', idData),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(...hashes))),
  ].toSorted(Buffer.compare);
}

function issuerAndSerial({ raw }: X509Certificate): [Buffer, Buffer] {
  const [certificate] = readDer(raw);
  const [toBeSigned] = readDer(certificate?.content ?? raw);
  // Before them the version, if it says one.
  const parts = readDer(toBeSigned?.content ?? raw).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer] = parts;
  if (serial === undefined || issuer === undefined) throw new Error('a certificate names no issuer');
  return [issuer.whole, serial.whole];
}

/** The last part of the last part of it. */
function signatureIn(cms: Buffer): Buffer | null {
  const steps = [0, 1, 0, -1, 0, -1];
  try {
    return steps.reduce((bytes, step) => readDer(bytes).at(step)?.content ?? Buffer.alloc(0), cms);
  } catch {
    return null;
  }
}
