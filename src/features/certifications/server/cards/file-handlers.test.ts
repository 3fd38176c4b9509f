import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { getCurrentPerson } from '#platform/server/auth/current-person.ts';
import { isReadEndpoint } from '#platform/shared/contract.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { storePhoto } from '#features/account/server/public.ts';
import { type ECard, eCardEndpoints } from '#features/certifications/shared/contract.ts';
import { makeCardFiles } from './make-card-files.ts';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { call, clear, give, photograph, rows, sign } = createCertificationsFixture(portal);

const file = (as: DemoPersonName | null, licenseID: number, query = '') =>
  call(as, 'GET', `ecards/cards/${licenseID}/file?format=pdf${query}`);
const codeOf = (answer: { body: { errors?: { code: string }[] } | null }) => answer.body?.errors?.[0]?.code;
const make = (licenseID: number, culture?: Locale) =>
  makeCardFiles(services, { affiliateId: demoAffiliateIds.diver, licenseID, ...(culture && { culture }) });
const jobs = async () =>
  (
    await rows<{ data: object }>("select distinct data from pgboss.job where name = 'certifications.make_card_files'")
  ).map(({ data }) => data);

const deletedKeys = async () =>
  (await rows<{ data: { keys: string[] } }>("select data from pgboss.job where name = 'files.delete'")).flatMap(
    ({ data }) => data.keys,
  );

async function card(): Promise<number> {
  const licenseID = await give('diver', 10);
  await sign(licenseID);
  return licenseID;
}

beforeEach(async () => {
  await clear();
  await rows('delete from rate_counter');
  await rows("delete from pgboss.job where name like 'certifications.%'");
});

describe('GET cards/{licenseID}/file', () => {
  it('is generated first, then available as PDF and PNG with the same content', async () => {
    const licenseID = await card();
    const early = await file('diver', licenseID);
    expect([early.status, codeOf(early), early.answer.headers['retry-after']]).toEqual([
      409,
      'certifications.not_ready',
      '2',
    ]);
    await file('diver', licenseID);
    expect(await jobs()).toEqual([{ affiliateId: demoAffiliateIds.diver, licenseID, culture: 'en-US' }]);
    await make(licenseID);
    const pdf = await file('diver', licenseID);
    expect([pdf.status, pdf.answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.answer.rawPayload.toString('latin1')).toContain('/Lang (en-US)');
    const png = await call('diver', 'GET', `ecards/cards/${licenseID}/file?format=png`);
    expect(png.answer.headers['content-disposition']).toBe(`attachment; filename="ecard-${licenseID}.png"`);
    const image = sharp(png.answer.rawPayload).ensureAlpha().raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const { body } = await call<ECard>('diver', 'GET', `ecards/cards/${licenseID}`);
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(body.verifyUrl);
  });

  it('is queued per diver, because a class of cards must not delay other documents', async () => {
    const licenseID = await card();
    const turns: (string | null)[] = [];
    const files: typeof services.files = {
      ...services.files,
      put: (...file) => {
        turns.push(getCurrentPerson());
        return services.files.put(...file);
      },
    };
    await makeCardFiles({ ...services, files }, { affiliateId: demoAffiliateIds.diver, licenseID });
    expect(turns).toEqual([String(demoAffiliateIds.diver), String(demoAffiliateIds.diver)]);
  });

  it('is stored encrypted', async () => {
    const licenseID = await card();
    await make(licenseID);
    const [row] = await rows<{ pdf_key: string }>('select pdf_key from card_file');
    const stored = await services.files.get(row?.pdf_key ?? '');
    const [first] = (await stored?.body.take(1).toArray()) ?? [];
    expect(first).toBeInstanceOf(Buffer);
    expect(first.toString('latin1')).not.toContain('%PDF');
  });

  it("uses the requested language, or the diver's", async () => {
    const licenseID = await card();
    expect(codeOf(await file('diver', licenseID, '&culture=ar-SA'))).toBe('certifications.not_ready');
    await make(licenseID, 'ar-SA');
    const arabic = (await file('diver', licenseID, '&culture=ar-SA')).answer.rawPayload.toString('latin1');
    expect(arabic).toContain('/Direction /R2L');
    expect(codeOf(await file('diver', licenseID))).toBe('certifications.not_ready');
  });

  it('is regenerated with a new code when the name changes', async () => {
    const licenseID = await card();
    await make(licenseID);
    const [before] = await rows<{ png_key: string }>('select png_key from card_file');
    await rows("update person set family_name = 'Berg' where affiliate_id = $1", [demoAffiliateIds.diver]);
    expect(codeOf(await file('diver', licenseID))).toBe('certifications.not_ready');
    await make(licenseID);
    expect((await file('diver', licenseID)).status).toBe(200);
    const [after] = await rows<{ png_key: string; payload: string }>(
      `select png_key, convert_from(decode(rpad(translate(split_part(credential, '.', 2), '-_', '+/'),
         (ceil(length(split_part(credential, '.', 2)) / 4.0) * 4)::int, '='), 'base64'), 'utf8') as payload
       from card_file join certification using (affiliate_id, license_id)`,
    );
    expect(after?.payload).toContain('Maren Berg');
    expect(after?.png_key).not.toBe(before?.png_key);
    const deleted = await rows<{ data: { keys: string[] } }>(
      "select data from pgboss.job where name = 'files.delete' order by created_on desc limit 1",
    );
    expect(deleted[0]?.data.keys).toContain(before?.png_key);
    await rows("update person set family_name = 'Lindqvist' where affiliate_id = $1", [demoAffiliateIds.diver]);
  });

  it('is regenerated when another photo is approved', async () => {
    const licenseID = await card();
    await make(licenseID);
    const plain = (await file('diver', licenseID)).answer.rawPayload;
    const jpeg = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer();
    const fileKey = await storePhoto(services, demoAffiliateIds.diver, jpeg);
    await rows(
      `insert into person_photo (affiliate_id, file_key, status, uploaded_by, decided_by, decided_at)
       values ($1, $2, 'approved', $1, $3, now())`,
      [demoAffiliateIds.diver, fileKey, demoAffiliateIds.staff],
    );
    expect(codeOf(await file('diver', licenseID))).toBe('certifications.not_ready');
    await make(licenseID);
    const withPhoto = (await file('diver', licenseID)).answer.rawPayload;
    expect(plain.includes('/DCTDecode')).toBe(false);
    expect(withPhoto.includes('/DCTDecode')).toBe(true);
  });

  it('is regenerated when its file was lost', async () => {
    const licenseID = await card();
    await make(licenseID);
    const [row] = await rows<{ pdf_key: string }>('select pdf_key from card_file');
    await services.files.delete(row?.pdf_key ?? '');
    expect(codeOf(await file('diver', licenseID))).toBe('certifications.not_ready');
    await make(licenseID);
    expect((await file('diver', licenseID)).status).toBe(200);
  });

  it('is not regenerated when nothing changed', async () => {
    const licenseID = await card();
    await make(licenseID);
    const before = await rows('select * from card_file');
    await make(licenseID);
    expect(await rows('select * from card_file')).toEqual(before);
  });

  it('is available only to the diver, a guardian and staff', async () => {
    const licenseID = await card();
    await make(licenseID);
    expect((await file('student', licenseID)).status).toBe(404);
    expect((await file(null, licenseID)).status).toBe(401);
    expect((await file('student', licenseID, `&affiliateId=${demoAffiliateIds.diver}`)).status).toBe(404);
    expect((await file('staff', licenseID, `&affiliateId=${demoAffiliateIds.diver}`)).status).toBe(200);
  });

  it('records an audit entry when a file is returned', async () => {
    const licenseID = await card();
    const readings = async () =>
      (
        await rows("select from audit_entry where action = 'card.read' and subject = $1", [
          `person:${demoAffiliateIds.diver}`,
        ])
      ).length;
    const before = await readings();
    expect((await file('staff', licenseID, `&affiliateId=${demoAffiliateIds.diver}`)).status).toBe(409);
    expect(await readings()).toBe(before);
    await make(licenseID);
    await file('staff', licenseID, `&affiliateId=${demoAffiliateIds.diver}`);
    expect(await readings()).toBe(before + 1);
  });

  it('holds no transaction while files are read', () => {
    const key = 'GET cards/{licenseID}/file';
    expect(isReadEndpoint(key, eCardEndpoints.endpoints[key])).toBe(true);
  });

  it('deletes outdated files in every language when the card changes', async () => {
    const licenseID = await card();
    await make(licenseID);
    await make(licenseID, 'de-DE');
    await rows('delete from pgboss.job');
    const keys = (await rows<{ keys: string[] }>('select array[png_key, pdf_key] as keys from card_file')).flatMap(
      (row) => row.keys,
    );
    await photograph('diver');
    await file('diver', licenseID, '&culture=fr-FR');
    expect(await rows('select from card_file')).toEqual([]);
    expect((await deletedKeys()).toSorted()).toEqual(keys.toSorted());
  });

  it('deletes the files of a revoked card', async () => {
    const licenseID = await card();
    await make(licenseID);
    const [row] = await rows<{ keys: string[] }>('select array[png_key, pdf_key] as keys from card_file');
    await rows('delete from pgboss.job');
    await call('staff', 'POST', `ecards/cards/${licenseID}/revoke`, { reason: 'Issued by mistake.' });
    expect(await rows('select from card_file')).toEqual([]);
    expect(await deletedKeys()).toEqual(row?.keys);
  });

  it('retries abandoned signing once for concurrent requests', async () => {
    const licenseID = await give('diver', 10);
    await rows("update certification set code = '0123-4567-6F'");
    for (let count = 0; count < 2; count++) {
      expect(codeOf(await file('diver', licenseID))).toBe('certifications.not_ready');
      await call('diver', 'GET', `ecards/cards/${licenseID}`);
      await call(null, 'GET', 'ecards/codes/0123-4567-6F');
    }
    const signing = await rows("select data from pgboss.job where name = 'certifications.sign_card'");
    expect(signing).toEqual([{ data: { affiliateId: demoAffiliateIds.diver, licenseID } }]);
  });

  it('returns an error for a revoked, unsigned or unknown card', async () => {
    const licenseID = await give('diver', 10);
    expect(codeOf(await file('diver', licenseID))).toBe('certifications.not_ready');
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1", [licenseID]);
    expect(codeOf(await file('diver', licenseID))).toBe('certifications.revoked');
    await make(licenseID);
    expect(await rows('select from card_file')).toEqual([]);
    expect(codeOf(await file('diver', 1))).toBe('certifications.no_card');
    expect((await call('diver', 'GET', `ecards/cards/${licenseID}/file?format=gif`)).status).toBe(400);
  });

  it('returns no wallet pass when no keys are configured', async () => {
    const answer = await call('diver', 'GET', `ecards/cards/${await card()}/wallet/apple`);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'certifications.no_wallet']);
  });
});

describe('GET codes/{code}', () => {
  const look = (code: string) => call<{ credential: string }>(null, 'GET', `ecards/codes/${encodeURIComponent(code)}`);

  it('returns the credential in any notation of the code', async () => {
    const credential = await sign(await give('diver', 10));
    await rows("update certification set code = '0123-4567-6F'");
    for (const typed of ['0123-4567-6F', 'o123 4567 6f', '012345676f'])
      expect((await look(typed)).body.credential, typed).toBe(credential);
  });

  it('returns the same error for unknown and malformed codes', async () => {
    for (const code of ['0123-4567-6F', 'nonsense', '%'])
      expect(codeOf(await look(code)), code).toBe('certifications.no_card');
    expect((await look('0'.repeat(21))).status).toBe(400);
  });

  it('returns an error while the card is being signed', async () => {
    await give('diver', 10);
    await rows("update certification set code = '0123-4567-6F'");
    expect(codeOf(await look('0123-4567-6F'))).toBe('certifications.not_ready');
  });

  it('is rate limited per network', async () => {
    const from = async (remoteAddress: string) =>
      (await portal.app.inject({ url: '/api/ecards/codes/0123-4567-6F', remoteAddress })).statusCode;
    for (let count = 1; count <= 30; count++) expect(await from(`2001:db8:1:2::${count}`)).toBe(404);
    expect(await from('2001:db8:1:2::99')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(404);
  });

  it('is rate limited against guessing', async () => {
    for (let count = 0; count < 30; count++) await look('0123-4567-6F');
    const late = await look('0123-4567-6F');
    expect([late.status, codeOf(late)]).toEqual([429, 'rate.limited']);
    expect(Number(late.answer.headers['retry-after'])).toBeGreaterThan(1);
  });
});
