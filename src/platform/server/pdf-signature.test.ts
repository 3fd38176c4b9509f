import { createHash, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { bits, der, explicit, integer, oid, readDer, readFirst, sequence, setOf, time, utf8 } from './der.ts';
import { type DocumentSigner, makeSigner } from './document-certificate.ts';
import { makePdf } from './documents.ts';
import { checkPdf, signPdf } from './pdf-signature.ts';
import { UnknownPdf } from './pdf-values.ts';

const folder = await temporaryFolder();
writeFileSync(join(folder, 'a.typ'), '= #json("/data.json").name');
writeFileSync(join(folder, 'b.typ'), '#link("https://portal.example")[a] #pagebreak() b');

const at = new Date('2026-05-03T10:20:30Z');
const made = (name: string) =>
  makePdf({
    template: pathToFileURL(join(folder, name)),
    data: { name: '/ByteRange [0 1 2 3] /Contents <00>' },
    locale: 'en-US',
    title: '/ByteRange [0 1 2 3] /Contents <00>',
    at,
    isArchive: true,
  });
const pdf = await made('a.typ');
const [signer, stranger] = await Promise.all([
  makeSigner('Bluewater (Ñandú) Diving', new Date('2026-05-02T10:20:30Z'), new Date('2056-05-03T10:20:30Z')),
  makeSigner('Bluewater (Ñandú) Diving', new Date('2026-05-02'), new Date('2036-05-03')),
]);
const about = { at, reason: 'Signed by all – 山 (/ByteRange [0 1 2 3])', name: 'Bluewater' };
const signed = await signPdf(pdf, { ...about, signer });
const problemOf = (bytes: Buffer) => {
  const check = checkPdf(bytes, [stranger.certificates, signer.certificates]);
  return check.isWhole ? null : check.problem;
};

function cmsOf(bytes: Buffer): { cms: Buffer; content: Buffer; from: number; to: number } {
  const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)];
  const [from = 0, to = 0, rest = 0] = (ranges.at(-1) ?? []).slice(1).map(Number);
  expect(to + rest).toBe(bytes.length);
  const cms = readFirst(Buffer.from(bytes.toString('latin1', from + 1, to - 1), 'hex')).whole;
  return { cms, content: Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]), from, to };
}

/** The parts of a CMS by their place, as RFC 5652 has them. */
function partsOf(cms: Buffer): { certificates: Buffer; attributes: Buffer; algorithm: Buffer; signature: Buffer } {
  const [, content] = readDer(readFirst(cms).content);
  const [, , , certificates, signers] = readDer(readFirst(content?.content ?? cms).content);
  const infos = readDer(signers?.content ?? cms);
  expect(infos.length).toBe(1);
  const [, , , attributes, algorithm, signature] = readDer(infos[0]?.content ?? cms);
  const none = Buffer.alloc(0);
  return {
    certificates: certificates?.content ?? none,
    attributes: attributes?.content ?? none,
    algorithm: algorithm?.whole ?? none,
    signature: signature?.content ?? none,
  };
}

function isValid(bytes: Buffer, { certificates: [certificate] }: DocumentSigner): boolean {
  const { cms, content } = cmsOf(bytes);
  const { attributes, signature } = partsOf(cms);
  expect(attributes.includes(createHash('sha256').update(content).digest())).toBe(true);
  expect(attributes.includes(createHash('sha256').update(certificate.raw).digest())).toBe(true);
  // It is signed as a set, and stands there as the part of something else.
  return verify('sha256', der(0x31, attributes), certificate.publicKey, signature);
}

describe('a signed document', () => {
  it('is whole, and says who signed it, when and why', () => {
    expect(checkPdf(signed, [stranger.certificates, signer.certificates])).toEqual({
      isWhole: true,
      signedAt: at,
      name: 'Bluewater',
      reason: about.reason,
      certificates: signer.certificates,
    });
    expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  });

  it('has a signature that anybody can check by the standard, in the profile of PAdES', () => {
    expect(isValid(signed, signer)).toBe(true);
    const { cms } = cmsOf(signed);
    const { attributes, certificates } = partsOf(cms);
    const kinds = readDer(attributes).map(({ content }) => readFirst(content).whole.toString('hex'));
    const named = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4', '1.2.840.113549.1.9.16.2.47'];
    // Its time is in the document and not here.
    expect(kinds).toEqual(named.map((kind) => oid(kind).toString('hex')));
    expect(certificates.equals(signer.certificates[0].raw)).toBe(true);
    const text = signed.toString('latin1', pdf.length);
    expect(text).toContain('/SubFilter /ETSI.CAdES.detached');
    expect(text).toContain('/M (D:20260503102030Z)');
    expect(text).toContain('/TransformMethod /DocMDP');
    expect(text).not.toContain('/Cert ');
  });

  it('stays an archive file: its field is locked, has no extent and does nothing', () => {
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

  it('may have several pages and links', async () => {
    const links = await made('b.typ');
    const both = await signPdf(links, { ...about, signer });
    expect(both.toString('latin1', links.length)).toMatch(/\/Annots \[\d+ 0 R \d+ 0 R\]/);
    expect(problemOf(both)).toBeNull();
    expect(problemOf(links)).toBe('unsigned');
  });

  it('may be signed by a curve, and by the word of another', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const name = sequence(setOf(sequence(oid('2.5.4.3'), utf8('Curve'))));
    const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const validity = sequence(time(at), time(new Date('2036-05-03')));
    const toSign = sequence(explicit(0, integer(2)), integer(7), algorithm, name, validity, name, spki);
    const certificate = new X509Certificate(sequence(toSign, algorithm, bits(sign('sha256', toSign, privateKey))));
    const curve: DocumentSigner = { certificates: [certificate, signer.certificates[0]], privateKey };
    for (let time = 0; time < 20; time++) {
      const one = await signPdf(pdf, { ...about, signer: curve });
      expect(isValid(one, curve)).toBe(true);
      expect(checkPdf(one, [curve.certificates])).toMatchObject({ isWhole: true });
      expect(partsOf(cmsOf(one).cms).certificates.includes(signer.certificates[0].raw)).toBe(true);
    }
  });

  it('is not signed once more', async () => {
    await expect(signPdf(signed, { ...about, signer })).rejects.toThrow(UnknownPdf);
  });
});

describe('a document is not whole', () => {
  it('when any byte of it is another one', () => {
    const { from, to } = cmsOf(signed);
    const missed: number[] = [];
    // Every one around the signature and at its ends, and many of the others.
    const isNear = (place: number) => [from, to].some((end) => place > end - 600 && place < end + 100);
    for (let place = 0; place < signed.length; place += isNear(place) ? 1 : 23) {
      const changed = Buffer.from(signed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      if (problemOf(changed) === null) missed.push(place);
      // Letters of the other case are the same number, and another byte.
      changed[place] = (signed[place] ?? 0) ^ 32;
      if (problemOf(changed) === null) missed.push(place);
    }
    expect(missed).toEqual([]);
  });

  it('when something was added or cut, at its end or where the signature stands', () => {
    const { from, to } = cmsOf(signed);
    for (const changed of [
      Buffer.concat([signed, Buffer.from('\n')]),
      signed.subarray(0, -1),
      Buffer.concat([signed.subarray(0, to - 1), Buffer.from('00'), signed.subarray(to - 1)]),
      Buffer.concat([signed, signed.subarray(pdf.length)]),
      Buffer.concat([signed.subarray(0, from), Buffer.from('<>'), signed.subarray(to)]),
    ])
      expect(problemOf(changed)).toBe('changed');
    expect(problemOf(signed.subarray(0, pdf.length))).toBe('unsigned');
    expect(problemOf(Buffer.alloc(0))).toBe('unsigned');
  });

  it('when somebody else signed it, whatever they call themselves', async () => {
    const forged = await signPdf(pdf, { ...about, signer: stranger });
    expect(checkPdf(forged, [signer.certificates])).toEqual({ isWhole: false, problem: 'stranger' });
    const mixed = { certificates: signer.certificates, privateKey: stranger.privateKey };
    expect(problemOf(await signPdf(pdf, { ...about, signer: mixed }))).toBe('changed');
    expect(checkPdf(signed, [])).toEqual({ isWhole: false, problem: 'stranger' });
  });
});

describe('a certificate of ours', () => {
  it('is in its owner’s name, vouches for itself and for nobody else', () => {
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
