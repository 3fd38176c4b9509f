import { createHash, generateKeyPair, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { bits, der, explicit, integer, nothing, octets, oid, sequence, setOf, time, utf8, yes } from './der.ts';

/** Who signs, and by whose word, in this order. */
export type CertificateChain = readonly [X509Certificate, ...X509Certificate[]];

export interface DocumentSigner {
  certificates: CertificateChain;
  privateKey: KeyObject;
}

const modulusBits = 3072;
const makeKeyPair = promisify(generateKeyPair);
const rsaWithSha256 = sequence(oid('1.2.840.113549.1.1.11'), nothing);

/** From a text with one or more certificates as PEM, the signer's first. */
export function readCertificates(pem: string): CertificateChain {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [first, ...others] = found.map((one) => new X509Certificate(one));
  if (first === undefined) throw new Error('there is no certificate in it');
  return [first, ...others];
}

/** A new key, and a certificate for it in which its owner vouches for themselves. RSA, which every reader knows. */
export async function makeSigner(owner: string, from: Date, to: Date): Promise<DocumentSigner> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: modulusBits });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const keyName = createHash('sha1')
    .update(publicKey.export({ type: 'pkcs1', format: 'der' }))
    .digest();
  const name = nameOf(owner);
  const serial = randomBytes(16);
  // Neither negative nor with a zero in front.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const toBeSigned = sequence(
    explicit(0, integer(2)),
    integer(serial),
    rsaWithSha256,
    name,
    sequence(time(from), time(to)),
    name,
    spki,
    explicit(
      3,
      sequence(
        // Signs for nobody else; signs documents, and stands by it.
        sequence(oid('2.5.29.19'), yes, octets(sequence())),
        sequence(oid('2.5.29.15'), yes, octets(bits(Buffer.from([0b1100_0000]), 6))),
        sequence(oid('2.5.29.14'), octets(octets(keyName))),
        sequence(oid('2.5.29.35'), octets(sequence(der(0x80, keyName)))),
      ),
    ),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  return {
    certificates: [new X509Certificate(sequence(toBeSigned, rsaWithSha256, bits(signature)))],
    privateKey,
  };
}

function nameOf(owner: string): Buffer {
  // No part of a name may be longer.
  const text = utf8([...owner].slice(0, 64).join(''));
  return sequence(setOf(sequence(oid('2.5.4.10'), text)), setOf(sequence(oid('2.5.4.3'), text)));
}
