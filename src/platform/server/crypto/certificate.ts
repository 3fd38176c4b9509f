import { createHash, generateKeyPair, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import {
  derBitString,
  encodeDer,
  derExplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSet,
  derTime,
  derUtf8String,
  derTrue,
} from './der.ts';

/** The signer's certificate, followed by those of its issuers. */
export type CertificateChain = readonly [X509Certificate, ...X509Certificate[]];

export interface DocumentSigner {
  certificates: CertificateChain;
  privateKey: KeyObject;
}

const modulusBits = 3072;
const generateKeyPairAsync = promisify(generateKeyPair);
const rsaWithSha256 = derSequence(derOid('1.2.840.113549.1.1.11'), derNull);

/** Parses one or more PEM certificates, the signer's first. */
export function parseCertificates(pem: string): CertificateChain {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [first, ...others] = found.map((block) => new X509Certificate(block));
  if (first === undefined) throw new Error('no PEM certificate found');
  return [first, ...others];
}

/** Creates a key with a self-signed certificate. RSA, because every PDF reader supports it. */
export async function createSelfSignedSigner(owner: string, from: Date, to: Date): Promise<DocumentSigner> {
  const { publicKey, privateKey } = await generateKeyPairAsync('rsa', { modulusLength: modulusBits });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const keyName = createHash('sha1')
    .update(publicKey.export({ type: 'pkcs1', format: 'der' }))
    .digest();
  const name = createDistinguishedName(owner);
  const serial = randomBytes(16);
  // Serial numbers must be positive and without a leading zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const toBeSigned = derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(serial),
    rsaWithSha256,
    name,
    derSequence(derTime(from), derTime(to)),
    name,
    spki,
    derExplicit(
      3,
      derSequence(
        // No CA. Key usage: digital signature and non-repudiation.
        derSequence(derOid('2.5.29.19'), derTrue, derOctetString(derSequence())),
        derSequence(derOid('2.5.29.15'), derTrue, derOctetString(derBitString(Buffer.from([0b1100_0000]), 6))),
        derSequence(derOid('2.5.29.14'), derOctetString(derOctetString(keyName))),
        derSequence(derOid('2.5.29.35'), derOctetString(derSequence(encodeDer(0x80, keyName)))),
      ),
    ),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  return {
    certificates: [new X509Certificate(derSequence(toBeSigned, rsaWithSha256, derBitString(signature)))],
    privateKey,
  };
}

function createDistinguishedName(owner: string): Buffer {
  // X.520 limits each part of a name to 64 characters.
  const text = derUtf8String([...owner].slice(0, 64).join(''));
  return derSequence(derSet(derSequence(derOid('2.5.4.10'), text)), derSet(derSequence(derOid('2.5.4.3'), text)));
}
