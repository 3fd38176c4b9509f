import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A migration as the database and backups store it. */
export interface Migration {
  name: string;
  hash: string;
}

/** The SQL files of a folder in the order in which they are applied. */
export function readMigrations(folder: string): (Migration & { text: string })[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Returns the first file in which two schemas differ. A schema that only has more files, which come after those of the
 * other, is the same schema of a newer version.
 */
export function findDifference(applied: readonly Migration[], own: readonly Migration[]): string | null {
  const sorted = applied.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const different = sorted
    .slice(0, own.length)
    .find(({ name, hash }, place) => own[place]?.name !== name || own[place].hash !== hash);
  return different?.name ?? null;
}
