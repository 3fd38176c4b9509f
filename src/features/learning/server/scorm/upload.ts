import { createHash, randomUUID } from 'node:crypto';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import type { CourseLevel } from '#features/learning/shared/rules.ts';
import { failScorm } from '#features/learning/shared/scorm-contract.ts';
import type { Library } from '#features/learning/server/content/library.ts';
import { getContentType } from './content-type.ts';
import { readManifest } from './manifest.ts';
import * as queries from './queries.ts';
import { openScormZip, type ScormZip } from './zip.ts';

const manifestName = 'imsmanifest.xml';
const manifestBytes = 5_000_000;
const uploadConcurrency = 8;

export interface NewPackage {
  packageId: string;
  level: CourseLevel;
  file: UploadedFile;
}

/** Imports a package. If it fails, stored files are deleted again. */
export async function importPackage(
  ctx: Context,
  library: Library,
  { packageId, level, file }: NewPackage,
): Promise<queries.PackageRow> {
  const { db, services, user, correlationId } = ctx;
  const taken = () => failScorm('scorm.taken', { path: 'packageId' });
  if (library.find(packageId) !== undefined || (await queries.findPackage.first(db, { packageId })) !== undefined)
    throw taken();
  const zip = await openScormZip(file);
  const { version, title, items } = readManifest(await readManifestBytes(zip), zip.paths);
  const filePrefix = `scorm/${randomUUID()}`;
  try {
    const bytes = await storeFiles(ctx, zip, filePrefix);
    return await services.database.inTransaction(correlationId, async (transaction) => {
      const row = await queries.insertPackage.first(transaction, {
        packageId,
        version,
        title: title || packageId,
        level,
        items,
        filePrefix,
        paths: zip.paths,
        bytes,
        uploadedBy: user.affiliateId,
      });
      if (row === undefined) throw taken();
      await appendAudit(transaction, {
        actor: user.affiliateId,
        action: 'scorm.package_uploaded',
        subject: `course:${packageId}`,
        data: { version, files: row.files, bytes },
        correlationId,
      });
      return row;
    });
  } catch (error) {
    await Promise.all(toFileKeys(filePrefix, zip.paths).map((key) => services.files.delete(key)));
    throw error;
  }
}

async function readManifestBytes(zip: ScormZip): Promise<Buffer> {
  if (!zip.paths.includes(manifestName)) throw failScorm('scorm.no_manifest');
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of await zip.open(manifestName)) {
    bytes += (piece as Buffer).length;
    if (bytes > manifestBytes) throw failScorm('scorm.bad_manifest', { message: 'the manifest is too large' });
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

/** Stores several files in parallel, because storage latency dominates. No further file is started after an error. */
async function storeFiles({ services }: Context, zip: ScormZip, prefix: string): Promise<number> {
  const before = zip.unpackedBytes();
  const pending = [...zip.paths];
  const store = async () => {
    for (let path = pending.shift(); path !== undefined; path = pending.shift())
      await services.files.put(toFileKey(prefix, path), await zip.open(path), getContentType(path));
  };
  const ends = await Promise.allSettled(
    Array.from({ length: uploadConcurrency }, () =>
      store().catch((error: unknown) => {
        pending.length = 0;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return zip.unpackedBytes() - before;
}

/** File keys are hashes, because paths in a zip may be too long or contain characters that keys do not allow. */
export function toFileKey(prefix: string, path: string): string {
  return `${prefix}/${createHash('sha256').update(path).digest('hex')}`;
}

/** The same keys in SQL, for backups. */
export const selectScormFileKeys = `
  select file_prefix || '/' || encode(sha256(convert_to(path, 'UTF8')), 'hex')
  from scorm_package, unnest(paths) as path`;

export function toFileKeys(prefix: string, paths: readonly string[]): string[] {
  return paths.map((path) => toFileKey(prefix, path));
}
