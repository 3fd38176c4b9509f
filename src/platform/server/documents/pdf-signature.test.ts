import { createHash, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import {
  derBitString,
  encodeDer,
  derExplicit,
  derInteger,
  derOid,
  parseDerElements,
  parseDerElement,
  derSequence,
  derSet,
  derTime,
  derUtf8String,
} from '#platform/server/crypto/der.ts';
import { type DocumentSigner, createSelfSignedSigner } from '#platform/server/crypto/certificate.ts';
import { renderPdf } from './render-pdf.ts';
import { verifyPdfSignature, signPdf } from './pdf-signature.ts';
import { UnsupportedPdfError } from './pdf-values.ts';

const folder = await createTemporaryFolder();
writeFileSync(join(folder, 'a.typ'), '= #json("/data.json").name');
writeFileSync(join(folder, 'b.typ'), '#link("https://portal.example")[a] #pagebreak() b');

const at = new Date('2026-05-03T10:20:30Z');
const renderTestPdf = (name: string) =>
  renderPdf({
    template: pathToFileURL(join(folder, name)),
    data: { name: '/ByteRange [0 1 2 3] /Contents <00>' },
    locale: 'en-US',
    title: '/ByteRange [0 1 2 3] /Contents <00>',
    at,
    isArchive: true,
  });
const pdf = await renderTestPdf('a.typ');
const [signer, stranger] = await Promise.all([
  createSelfSignedSigner(
    'Bluewater (Ñandú) Diving',
    new Date('2026-05-02T10:20:30Z'),
    new Date('2056-05-03T10:20:30Z'),
  ),
  createSelfSignedSigner('Bluewater (Ñandú) Diving', new Date('2026-05-02'), new Date('2036-05-03')),
]);
const signingDetails = { at, reason: 'Signed by all – 山 (/ByteRange [0 1 2 3])', name: 'Bluewater' };
const signed = await signPdf(pdf, { ...signingDetails, signer });
const getVerificationProblem = (bytes: Buffer) => {
  const check = verifyPdfSignature(bytes, [stranger.certificates, signer.certificates]);
  return check.isWhole ? null : check.problem;
};

function extractCms(bytes: Buffer): { cms: Buffer; content: Buffer; from: number; to: number } {
  const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)];
  const [from = 0, to = 0, rest = 0] = (ranges.at(-1) ?? []).slice(1).map(Number);
  expect(to + rest).toBe(bytes.length);
  const cms = parseDerElement(Buffer.from(bytes.toString('latin1', from + 1, to - 1), 'hex')).whole;
  return { cms, content: Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]), from, to };
}

/** Parses a CMS structure by position (RFC 5652). */
function parseCmsParts(cms: Buffer): {
  certificates: Buffer;
  attributes: Buffer;
  algorithm: Buffer;
  signature: Buffer;
} {
  const [, content] = parseDerElements(parseDerElement(cms).content);
  const [, , , certificates, signers] = parseDerElements(parseDerElement(content?.content ?? cms).content);
  const infos = parseDerElements(signers?.content ?? cms);
  expect(infos.length).toBe(1);
  const [, , , attributes, algorithm, signature] = parseDerElements(infos[0]?.content ?? cms);
  const none = Buffer.alloc(0);
  return {
    certificates: certificates?.content ?? none,
    attributes: attributes?.content ?? none,
    algorithm: algorithm?.whole ?? none,
    signature: signature?.content ?? none,
  };
}

function isValid(bytes: Buffer, { certificates: [certificate] }: DocumentSigner): boolean {
  const { cms, content } = extractCms(bytes);
  const { attributes, signature } = parseCmsParts(cms);
  expect(attributes.includes(createHash('sha256').update(content).digest())).toBe(true);
  expect(attributes.includes(createHash('sha256').update(certificate.raw).digest())).toBe(true);
  // The attributes are signed with the SET tag but stored with an implicit tag.
  return verify('sha256', encodeDer(0x31, attributes), certificate.publicKey, signature);
}

describe('signPdf', () => {
  it('creates a signature that verifies with signer, time and reason', () => {
    expect(verifyPdfSignature(signed, [stranger.certificates, signer.certificates])).toEqual({
      isWhole: true,
      signedAt: at,
      name: 'Bluewater',
      reason: signingDetails.reason,
      certificates: signer.certificates,
    });
    expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  });

  it('follows the PAdES profile', () => {
    expect(isValid(signed, signer)).toBe(true);
    const { cms } = extractCms(signed);
    const { attributes, certificates } = parseCmsParts(cms);
    const kinds = parseDerElements(attributes).map(({ content }) => parseDerElement(content).whole.toString('hex'));
    const named = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4', '1.2.840.113549.1.9.16.2.47'];
    // The signing time is in the document, not in the CMS.
    expect(kinds).toEqual(named.map((kind) => derOid(kind).toString('hex')));
    expect(certificates.equals(signer.certificates[0].raw)).toBe(true);
    const text = signed.toString('latin1', pdf.length);
    expect(text).toContain('/SubFilter /ETSI.CAdES.detached');
    expect(text).toContain('/M (D:20260503102030Z)');
    expect(text).toContain('/TransformMethod /DocMDP');
    expect(text).not.toContain('/Cert ');
  });

  it('keeps PDF/A conformance with a locked, empty field', () => {
    const text = signed.toString('latin1', pdf.length);
    expect(text).toMatch(/\/Subtype \/Widget[^]*\/F 132\n {2}\/Rect \[0 0 0 0\]/);
    expect(text).not.toMatch(/\/(AP|A|AA|NeedAppearances|XFA)\b/);
    expect(text).toContain('/OutputIntents');
    expect(text).toMatch(/\/ID \[<([0-9A-F]+)> <(?!\1)[0-9A-F]{32}>\]/);
    expect(text).toMatch(/%%EOF$/);
    for (const [, hex = ''] of text.matchAll(/<([0-9A-F]{8,})>/g)) expect(hex.length / 2).toBeLessThan(32_767);
    const table = text.slice(text.lastIndexOf('xref\n0 1\n'));
    const places = [...table.matchAll(/^(\d+) (\d+)\n((?:\d{10} \d{5} n\r\n)+)/gm)];
    expect(places.length).toBeGreaterThan(0);
    for (const [, first, , lines = ''] of places)
      for (const [index, line] of lines.trim().split('\r\n').entries()) {
        const id = Number(first) + index;
        expect(signed.toString('latin1', Number(line.slice(0, 10)))).toMatch(new RegExp(`^${id} 0 obj\n`));
      }
    expect(table).toContain(`/Prev ${/startxref\n(\d+)/.exec(pdf.toString('latin1'))?.[1]}`);
  });

  it('signs documents with several pages and links', async () => {
    const links = await renderTestPdf('b.typ');
    const both = await signPdf(links, { ...signingDetails, signer });
    expect(both.toString('latin1', links.length)).toMatch(/\/Annots \[\d+ 0 R \d+ 0 R\]/);
    expect(getVerificationProblem(both)).toBeNull();
    expect(getVerificationProblem(links)).toBe('unsigned');
  });

  it('signs with an elliptic curve and a certificate chain', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const name = derSequence(derSet(derSequence(derOid('2.5.4.3'), derUtf8String('Curve'))));
    const algorithm = derSequence(derOid('1.2.840.10045.4.3.2'));
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const validity = derSequence(derTime(at), derTime(new Date('2036-05-03')));
    const toSign = derSequence(derExplicit(0, derInteger(2)), derInteger(7), algorithm, name, validity, name, spki);
    const certificate = new X509Certificate(
      derSequence(toSign, algorithm, derBitString(sign('sha256', toSign, privateKey))),
    );
    const curve: DocumentSigner = { certificates: [certificate, signer.certificates[0]], privateKey };
    for (let time = 0; time < 20; time++) {
      const signedPdf = await signPdf(pdf, { ...signingDetails, signer: curve });
      expect(isValid(signedPdf, curve)).toBe(true);
      expect(verifyPdfSignature(signedPdf, [curve.certificates])).toMatchObject({ isWhole: true });
      expect(parseCmsParts(extractCms(signedPdf).cms).certificates.includes(signer.certificates[0].raw)).toBe(true);
    }
  });

  it('rejects a signed document', async () => {
    await expect(signPdf(signed, { ...signingDetails, signer })).rejects.toThrow(UnsupportedPdfError);
  });
});

describe('verifyPdfSignature reports a problem', () => {
  it('when any byte was changed', () => {
    const { from, to } = extractCms(signed);
    const missed: number[] = [];
    // Every byte near the signature, and a sample of the others.
    const isNear = (position: number) => [from, to].some((end) => position > end - 600 && position < end + 100);
    for (let position = 0; position < signed.length; position += isNear(position) ? 1 : 23) {
      const changed = Buffer.from(signed);
      changed[position] = (changed[position] ?? 0) ^ 1;
      if (getVerificationProblem(changed) === null) missed.push(position);
      // Hex digits in the other case have the same value but are another byte.
      changed[position] = (signed[position] ?? 0) ^ 32;
      if (getVerificationProblem(changed) === null) missed.push(position);
    }
    expect(missed).toEqual([]);
  });

  it('when bytes were added or removed at the end or in the signature', () => {
    const { from, to } = extractCms(signed);
    for (const changed of [
      Buffer.concat([signed, Buffer.from('\n')]),
      signed.subarray(0, -1),
      Buffer.concat([signed.subarray(0, to - 1), Buffer.from('00'), signed.subarray(to - 1)]),
      Buffer.concat([signed, signed.subarray(pdf.length)]),
      Buffer.concat([signed.subarray(0, from), Buffer.from('<>'), signed.subarray(to)]),
    ])
      expect(getVerificationProblem(changed)).toBe('changed');
    expect(getVerificationProblem(signed.subarray(0, pdf.length))).toBe('unsigned');
    expect(getVerificationProblem(Buffer.alloc(0))).toBe('unsigned');
  });

  it('when another key signed it', async () => {
    const forged = await signPdf(pdf, { ...signingDetails, signer: stranger });
    expect(verifyPdfSignature(forged, [signer.certificates])).toEqual({ isWhole: false, problem: 'stranger' });
    const mixed = { certificates: signer.certificates, privateKey: stranger.privateKey };
    expect(getVerificationProblem(await signPdf(pdf, { ...signingDetails, signer: mixed }))).toBe('changed');
    expect(verifyPdfSignature(signed, [])).toEqual({ isWhole: false, problem: 'stranger' });
  });
});

describe('createSelfSignedSigner', () => {
  it('creates a self-signed certificate that is no CA', () => {
    const [certificate] = signer.certificates;
    expect(certificate.subject).toBe('O=Bluewater (Ñandú) Diving\nCN=Bluewater (Ñandú) Diving');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(signer.privateKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect([certificate.validFromDate, certificate.validToDate]).toEqual([
      new Date('2026-05-02T10:20:30Z'),
      new Date('2056-05-03T10:20:30Z'),
    ]);
    expect(certificate.serialNumber).not.toBe(stranger.certificates[0].serialNumber);
    expect(signer.privateKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
  });
});
