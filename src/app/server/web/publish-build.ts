import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** The current build and those that running processes may still serve. */
const keptBuilds = 3;

/**
 * Moves a complete build to `builds/<name>` and points the link `web` to it, atomically. A running process keeps serving
 * the folder that the link pointed to when it started.
 */
export function publishBuild(distFolder: string, fresh: string, name: string): void {
  const link = join(distFolder, 'web');
  const builds = join(distFolder, 'builds');
  mkdirSync(builds, { recursive: true });
  // Former versions of the portal built into `web` itself.
  if (existsSync(link) && !lstatSync(link).isSymbolicLink()) renameSync(link, join(builds, `former-${process.pid}`));
  const build = join(builds, name);
  if (!existsSync(build)) renameSync(fresh, build);
  // Its age counts from its last publication.
  utimesSync(build, new Date(), new Date());
  const freshLink = join(distFolder, `.web-${process.pid}-link`);
  symlinkSync(join('builds', name), freshLink);
  renameSync(freshLink, link);
  deleteOldBuilds(builds, basename(readlinkSync(link)));
}

function deleteOldBuilds(builds: string, current: string): void {
  const former = readdirSync(builds)
    .filter((name) => name !== current)
    .map((name) => ({ folder: join(builds, name), publishedAtMs: statSync(join(builds, name)).mtimeMs }))
    .toSorted((one, other) => other.publishedAtMs - one.publishedAtMs);
  for (const { folder } of former.slice(keptBuilds - 1)) rmSync(folder, { recursive: true, force: true });
}
