import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { scormLimits, type ScormPackage } from '#features/learning/shared/scorm-contract.ts';
import { grantEnrollment } from '#features/learning/server/enrollments/access.ts';
import { library } from '#features/learning/server/content/library.ts';
import {
  createThirdPartyPackage,
  createManifest,
  createReefPackage,
  toStatusAndError as getError,
  uploadPackage,
  createZip,
} from '#test/support/api/scorm-testing.ts';
import { openScormZip } from './zip.ts';

// Courses are loaded before the tests, as at server start, because loading blocks the event loop.
library.list();
const portal = await testPortal();
const { services } = portal;
const { db, pool } = services.database;
const context = { services, database: services.database } as unknown as JobContext;
const [staff, student] = ['staff@demo.test', 'student@demo.test'];
const base = '/api/learning';
const upload = (zip: Buffer, fields?: Record<string, string>, as?: string | null) =>
  uploadPackage(portal, zip, fields, as);

const stored = async () =>
  (await readdir(join(portal.env.DATA_DIR, 'files/scorm'), { recursive: true }).catch((): string[] => [])).filter(
    (name) => name.endsWith('~'),
  );
const countRows = async (table: string) =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;

const grant = () =>
  grantEnrollment(db, { affiliateId: 400_002, packageId: 'reef-life', source: 'association', lessonsTotal: 2 });

beforeEach(async () => {
  await pool.query("delete from scorm_package; delete from enrollment where package_id = 'reef-life'");
  await pool.query("delete from access_code where package_id = 'reef-life'");
});

describe('POST scorm/packages', () => {
  it('stores the package with its items and files', async () => {
    const before = (await stored()).length;
    const answer = await upload(await createZip(createReefPackage()), { packageId: 'reef-life', level: 'advanced' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      packageId: 'reef-life',
      title: 'Reef life',
      version: '1.2',
      items: [
        { id: 'corals', title: 'Part corals', href: 'corals.html' },
        { id: 'fish', title: 'Part fish', href: 'more/fish.html?mode=all' },
      ],
      files: 5,
      bytes: Object.values(createReefPackage()).join('').length,
      uploadedDate: expect.any(String),
    });
    expect((await stored()).length - before).toBe(5);
    expect((await portal.request(staff, 'GET', `${base}/scorm/packages`)).json()).toEqual([answer.json()]);
  });

  it.each(['1.2', '2004 4th Edition'] as const)('accepts a third-party package in SCORM %s', async (version) => {
    const zip = await createThirdPartyPackage(version, await createTemporaryFolder());
    const answer = await upload(zip);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<ScormPackage>()).toMatchObject({
      title: `Reading a reef (${version})`,
      version: version.slice(0, 4).trim(),
      items: [{ title: `Reading a reef (${version})`, href: 'index.html' }],
    });
    const [row] = (await pool.query<{ items: { cmi: object }[] }>('select items from scorm_package')).rows;
    expect(row?.items[0]?.cmi).toMatchObject(
      version === '1.2' ? { student_data: { mastery_score: '80' } } : { scaled_passing_score: '0.8' },
    );
  });

  it.each([null, 'student@demo.test', 'instructor@demo.test', 'store@demo.test'])('is rejected from %s', async (as) => {
    const answer = await upload(await createZip(createReefPackage()), undefined, as);
    expect(answer.statusCode).toBe(as === null ? 401 : 403);
    expect(await countRows('scorm_package')).toBe(0);
  });
});

/** Replaces a file name in the zip bytes with one of the same length, which zip tools would refuse to write. */
const renamed = async (from: string, to: string, files = createReefPackage()) =>
  Buffer.from((await createZip({ ...files, [from]: 'x' })).toString('latin1').replaceAll(from, to), 'latin1');
const withManifest = (change: (xml: string) => string) => createZip(createReefPackage(change));
const href = (to: string) => withManifest((xml) => xml.replace('"corals.html"', `"${to}"`));

/** Creates a zip whose headers declare a wrong file size. */
async function createMislabeledZip(bytes: number, declared: number): Promise<Buffer> {
  const zip = await createZip({ ...createReefPackage(), 'bomb.txt': Buffer.alloc(bytes, 7) });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes);
  for (let at = zip.indexOf(size); at !== -1; at = zip.indexOf(size, at + 4)) zip.writeUInt32LE(declared, at);
  return zip;
}

async function manyFiles(count: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(createReefPackage())) zip.addBuffer(Buffer.from(text), path);
  for (let index = 0; index < count; index++) zip.addBuffer(Buffer.alloc(0), `f${index}`, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

/** Sets the encryption flag in both headers of a file. */
async function encryptedZip(): Promise<Buffer> {
  const zip = await createZip(createReefPackage());
  for (const [head, offset] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    const at = zip.indexOf(head);
    zip.writeUInt16LE(zip.readUInt16LE(at + offset) | 1, at + offset);
  }
  return zip;
}

const invalidPackages: [string, () => Promise<Buffer>, string][] = [
  ['a file that is not a zip', async () => Buffer.from('PK, but only so far'), 'not_a_zip'],
  ['a truncated zip', async () => (await createZip(createReefPackage())).subarray(0, 400), 'not_a_zip'],
  ['an encrypted zip', encryptedZip, 'not_a_zip'],
  ['a path that leaves the package', () => renamed('aa/evil.txt', '../evil.txt'), 'bad_path'],
  ['a path with .. in the middle', () => renamed('a/bb/evil.txt', 'a/../evil.txt'), 'bad_path'],
  ['an absolute path', () => renamed('aevil.txt', '/evil.txt'), 'bad_path'],
  ['a path with backslashes', () => renamed('aaaevil.txt', '..\\evil.txt'), 'bad_path'],
  ['a path with a drive letter', () => renamed('aaevil.txt', 'C:evil.txt'), 'bad_path'],
  ['a path with a NUL in it', () => renamed('aaevil.txt', 'a\0evil.txt'), 'bad_path'],
  ['duplicate file names', () => renamed('shared/reef.jz', 'shared/reef.js'), 'bad_path'],
  ['symbolic links', () => createZip(createReefPackage(), 0o120777), 'bad_path'],
  ['too many files', () => manyFiles(scormLimits.files), 'too_large'],
  ['too many bytes', () => createMislabeledZip(1_234_567, scormLimits.bytes + 1), 'too_large'],
  ['a file longer than declared', () => createMislabeledZip(1_234_567, 5), 'not_a_zip'],
  ['no manifest', () => createZip({ 'index.html': '' }), 'no_manifest'],
  ['a manifest in a folder', () => createZip({ 'reef/imsmanifest.xml': '' }), 'no_manifest'],
  ['an empty manifest', () => createZip({ ...createReefPackage(), 'imsmanifest.xml': '' }), 'bad_manifest'],
  ['a truncated manifest', () => withManifest((xml) => xml.slice(0, -20)), 'bad_manifest'],
  ['another XML document', () => createZip({ 'imsmanifest.xml': '<html/>' }), 'bad_manifest'],
  ['no launchable items', () => createZip({ 'imsmanifest.xml': createManifest({}) }), 'bad_manifest'],
  ['an unknown version', () => withManifest((xml) => xml.replace('>1.2<', '>3.0<')), 'bad_manifest'],
  ['an item with a missing file', () => href('gone.html'), 'bad_manifest'],
  ['an item on another host', () => href('https://example.com/corals.html'), 'bad_manifest'],
  ['an item that is a script', () => href('javascript:alert(1)'), 'bad_manifest'],
  ['an item above the package', () => href('../corals.html'), 'bad_manifest'],
  ['an item above the package, URL-encoded', () => href('%2e%2e/corals.html'), 'bad_manifest'],
  ['an item at the root', () => href('/corals.html'), 'bad_manifest'],
  [
    'a document type',
    () => withManifest((xml) => xml.replace('<manifest', '<!DOCTYPE manifest SYSTEM "file:///etc/passwd"><manifest')),
    'bad_manifest',
  ],
  [
    'entities',
    () =>
      withManifest((xml) =>
        xml
          .replace('<manifest', '<!DOCTYPE manifest [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><manifest')
          .replace('Reef', '&b;'),
      ),
    'bad_manifest',
  ],
  ['an undeclared entity', () => withManifest((xml) => xml.replace('Reef', '&reef;')), 'bad_manifest'],
];

describe('rejected package', () => {
  it.each(invalidPackages)('%s: stores nothing', async (_what, make, code) => {
    const before = (await stored()).length;
    expect(getError(await upload(await make()))).toEqual([422, `scorm.${code}`]);
    expect((await stored()).length).toBe(before);
    expect(await countRows('scorm_package')).toBe(0);
  });

  it.each(['open-water', 'reef-life'])('the taken id %s returns 409', async (packageId) => {
    await upload(await createZip(createReefPackage()));
    const before = (await stored()).length;
    expect(getError(await upload(await createZip(createReefPackage()), { packageId }))).toEqual([409, 'scorm.taken']);
    expect((await stored()).length).toBe(before);
  });

  it('an invalid id returns 400', async () => {
    expect(getError(await upload(await createZip(createReefPackage()), { packageId: '../reef' }))).toEqual([
      400,
      'request.invalid',
    ]);
  });

  it('one of several concurrent uploads with the same id succeeds', async () => {
    const before = (await stored()).length;
    const zip = await createZip(createReefPackage());
    const answers = await Promise.all([upload(zip), upload(zip), upload(zip)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect((await stored()).length - before).toBe(5);
  });
});

it('openScormZip stops unpacking at the size limit regardless of the declared size', async () => {
  const zip = await createMislabeledZip(1_234_567, 5);
  const file = {
    bytes: zip.length,
    async *readPart(start: number, end: number) {
      yield zip.subarray(start, end);
    },
  };
  const { open, unpackedBytes } = await openScormZip(file, { files: 10, bytes: 100_000 });
  await expect(buffer(await open('bomb.txt'))).rejects.toMatchObject({ code: 'scorm.too_large' });
  expect(unpackedBytes()).toBeLessThan(200_000);
});

describe('DELETE scorm/packages/{packageId}', () => {
  const remove = (as = staff) => portal.request(as, 'DELETE', `${base}/scorm/packages/reef-life`);

  it('deletes an unused package with its files', async () => {
    const before = (await stored()).length;
    await upload(await createZip(createReefPackage()));
    expect((await remove(student)).statusCode).toBe(403);
    expect((await remove()).statusCode).toBe(200);
    const jobs = await pool.query<{ data: { keys: string[] } }>(
      "delete from pgboss.job where name = 'files.delete' returning data",
    );
    for (const { data } of jobs.rows) await deleteFilesJob.run(context, data);
    expect((await stored()).length).toBe(before);
    expect(getError(await remove())).toEqual([404, 'learning.no_course']);
  });

  it('returns 409 while an enrollment or an open code refers to the package', async () => {
    await upload(await createZip(createReefPackage()));
    await pool.query(
      "insert into access_code (code, package_id, certification_name) values ('REEF-REEF-REEF', 'reef-life', 'Reef')",
    );
    expect(getError(await remove())).toEqual([409, 'scorm.in_use']);
    await pool.query("delete from access_code where code = 'REEF-REEF-REEF'");
    await grant();
    expect(getError(await remove())).toEqual([409, 'scorm.in_use']);
  });
});
