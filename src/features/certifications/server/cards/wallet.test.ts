import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { unzipSync } from 'fflate';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import type { ECard } from '#features/certifications/shared/contract.ts';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';

/** The library used by passkit-generator for signing; it also creates certificates. */
const forge = createRequire(import.meta.resolve('passkit-generator'))('node-forge');
const folder = await createTemporaryFolder();
const writeTempFile = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

function certify(name: string, signer?: { cert: { subject: { attributes: object[] } }; key: unknown }) {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const cert = forge.pki.createCertificate();
  cert.publicKey = keys.publicKey;
  cert.serialNumber = '01';
  cert.validity.notBefore = new Date('2020-01-01');
  cert.validity.notAfter = new Date('2050-01-01');
  const subject = [{ name: 'commonName', value: name }];
  cert.setSubject(subject);
  cert.setIssuer(signer?.cert.subject.attributes ?? subject);
  cert.sign(signer?.key ?? keys.privateKey, forge.md.sha256.create());
  return { cert, key: keys.privateKey, pem: forge.pki.certificateToPem(cert) as string };
}

const root = certify('Intermediate');
const signer = certify('Pass Type ID: pass.example.card', root);
const google = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const portal = await testPortal({
  APPLE_PASS_TYPE: 'pass.example.card',
  APPLE_PASS_TEAM: 'TEAM123456',
  APPLE_PASS_CERTIFICATE_FILE: writeTempFile('signer.pem', signer.pem),
  APPLE_PASS_KEY_FILE: writeTempFile('signer.key', forge.pki.privateKeyToPem(signer.key)),
  APPLE_WWDR_CERTIFICATE_FILE: writeTempFile('wwdr.pem', root.pem),
  GOOGLE_WALLET_ISSUER: '3388000000001234567',
  GOOGLE_WALLET_KEY_FILE: writeTempFile(
    'google.json',
    JSON.stringify({ client_email: 'wallet@example.test', private_key: google.privateKey }),
  ),
});
const { call, clear, give, rows, sign } = createCertificationsFixture(portal);
let licenseID = 0;
const open = async () => (await call<ECard>('diver', 'GET', `ecards/cards/${licenseID}`)).body;

beforeEach(async () => {
  await clear();
  licenseID = await give('diver', 10);
  await sign(licenseID);
});

describe('wallet passes', () => {
  it('are offered when keys are configured', async () => {
    expect((await open()).wallets).toEqual(['apple', 'google']);
  });

  it('return a signed Apple pass with the complete card', async () => {
    const { answer } = await call('diver', 'GET', `ecards/cards/${licenseID}/wallet/apple?culture=de-DE`);
    expect(answer.headers['content-type']).toBe('application/vnd.apple.pkpass');
    const files = unzipSync(answer.rawPayload);
    const pass = JSON.parse(Buffer.from(files['pass.json'] ?? []).toString());
    expect(pass).toMatchObject({
      passTypeIdentifier: 'pass.example.card',
      teamIdentifier: 'TEAM123456',
      serialNumber: `card-${licenseID}`,
      backgroundColor: 'rgb(12, 103, 114)',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: (await open()).verifyUrl }],
    });
    const values = Object.values(pass.generic as Record<string, { value: string }[]>)
      .flat()
      .map(({ value }) => value);
    expect(values).toEqual(
      expect.arrayContaining(['Maren Lindqvist', String(demoAffiliateIds.diver), 'Tomás Reyes', '8. Juni 2024']),
    );
    expect(JSON.stringify(pass)).not.toContain('1987');
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['icon.png', 'icon@2x.png', 'logo.png', 'manifest.json']),
    );
    const signature = forge.pkcs7.messageFromAsn1(
      forge.asn1.fromDer(Buffer.from(files['signature'] ?? []).toString('latin1')),
    );
    const names = signature.certificates.map(
      (cert: { subject: { getField(name: string): { value: string } } }) => cert.subject.getField('CN').value,
    );
    expect(names).toContain('Pass Type ID: pass.example.card');
  });

  it('return a Google link with a signed token', async () => {
    const { body } = await call<{ url: string }>('diver', 'GET', `ecards/cards/${licenseID}/wallet/google`);
    const token = body.url.replace('https://pay.google.com/gp/v/save/', '');
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const { payload } = await jwtVerify(token, await importSPKI(google.publicKey, 'RS256'), { audience: 'google' });
    expect(payload).toMatchObject({
      iss: 'wallet@example.test',
      typ: 'savetowallet',
      payload: {
        genericObjects: [
          {
            id: `3388000000001234567.card-${licenseID}`,
            header: { defaultValue: { language: 'en-US', value: 'Open Water' } },
            barcode: { type: 'QR_CODE', value: (await open()).verifyUrl },
          },
        ],
      },
    });
  });

  it("contain no duplicates and no birthdate in the Google link, which fits a browser's limit", async () => {
    const { body } = await call<{ url: string }>('diver', 'GET', `ecards/cards/${licenseID}/wallet/google`);
    const { payload } = decodeJwt<{ payload: { genericObjects: { textModulesData: { body: string }[] }[] } }>(
      body.url.replace('https://pay.google.com/gp/v/save/', ''),
    );
    const values = payload.genericObjects[0]?.textModulesData.map((fact) => fact.body) ?? [];
    expect(values).toHaveLength(new Set(values).size);
    expect(values).toContain('Tomás Reyes');
    expect(values.join(' ')).not.toContain('1987');
    expect(body.url.length).toBeLessThan(1_800);
  });

  it('return certifications.not_ready until the card is signed with the current name', async () => {
    await rows("update person set family_name = 'Berg' where affiliate_id = $1", [demoAffiliateIds.diver]);
    for (const kind of ['apple', 'google']) {
      const { body } = await call('diver', 'GET', `ecards/cards/${licenseID}/wallet/${kind}`);
      expect(body.errors[0]?.code).toBe('certifications.not_ready');
    }
    await sign(licenseID);
    expect((await call('diver', 'GET', `ecards/cards/${licenseID}/wallet/google`)).status).toBe(200);
    await rows("update person set family_name = 'Lindqvist' where affiliate_id = $1", [demoAffiliateIds.diver]);
  });

  it('are not available to others', async () => {
    expect((await call('student', 'GET', `ecards/cards/${licenseID}/wallet/apple`)).status).toBe(404);
    expect((await call('diver', 'GET', `ecards/cards/${licenseID}/wallet/other`)).status).toBe(400);
  });
});
