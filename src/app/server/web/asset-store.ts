import { copyFile, glob, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * The assets of this build and former ones, in the data folder. A page that was opened before an upgrade loads further
 * parts of its own build, which the new version's folder doesn't contain. Names contain a content hash, so builds share
 * one folder.
 */
export const assetStoreFolder = (dataDir: string): string => join(dataDir, 'web-assets');

const keptForMs = 30 * 24 * 60 * 60_000;
const parallelCopies = 8;

/** Copies the assets of a build that are not stored yet, and deletes those that no build has used for a month. */
export async function storeAssets(assetsFolder: string, storeFolder: string, now: Date): Promise<void> {
  const names = glob('**/*.*', { cwd: assetsFolder });
  const storeNext = async () => {
    for await (const name of names) await storeAsset(join(assetsFolder, name), join(storeFolder, name), now);
  };
  await Promise.all(Array.from({ length: parallelCopies }, storeNext));
  await deleteUnused(storeFolder, new Date(now.getTime() - keptForMs));
}

async function storeAsset(source: string, target: string, now: Date): Promise<void> {
  const stored = await stat(target).catch(() => null);
  if (stored === null) {
    await mkdir(dirname(target), { recursive: true });
    // Renamed when complete, because other processes serve the same folder.
    const fresh = join(dirname(target), `.${process.pid}-${basename(target)}`);
    await copyFile(source, fresh);
    await rename(fresh, target);
  }
  // The time says when a build last had the file.
  await utimes(target, now, now);
}

async function deleteUnused(folder: string, before: Date): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtime < before) await rm(file, { force: true });
  }
}
